import type { BrowserContext } from '@playwright/test'
import type { StoreRight } from '#domain/accounts/store-rights.ts'
import { MATHILDEDAL, signUp, type Shopper, type SignUp } from './people.ts'
import type { RunningShop } from './running-shop.ts'

/** Signs in a new person with access to the back office. */
export async function signUpAdmin(context: BrowserContext, shop: RunningShop, options?: SignUp): Promise<Shopper> {
  const admin = await signUp(context, shop, options)
  await shop.query('UPDATE app_user SET is_admin = true WHERE email = $1', [admin.email])
  return admin
}

/** Signs in a new person with a right in these stores, by name; as the first one's shopper. */
export async function signUpStaff(
  context: BrowserContext,
  shop: RunningShop,
  { kind, stores = [MATHILDEDAL], ...options }: SignUp & { kind: StoreRight; stores?: readonly string[] },
): Promise<Shopper> {
  const person = await signUp(context, shop, { store: stores[0] ?? null, ...options })
  await shop.query(
    `INSERT INTO user_right (user_id, kind, store_id)
      SELECT app_user.id, $2, store.id FROM app_user, store WHERE email = $1 AND store.name = ANY($3)`,
    [person.email, kind, stores],
  )
  return person
}
