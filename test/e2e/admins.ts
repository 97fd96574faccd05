import type { BrowserContext } from '@playwright/test'
import { signUp, type Shopper, type SignUp } from './people.ts'
import type { RunningShop } from './running-shop.ts'

/** Signs in a new person with access to the back office. */
export async function signUpAdmin(context: BrowserContext, shop: RunningShop, options?: SignUp): Promise<Shopper> {
  const admin = await signUp(context, shop, options)
  await shop.query('UPDATE app_user SET is_admin = true WHERE email = $1', [admin.email])
  return admin
}
