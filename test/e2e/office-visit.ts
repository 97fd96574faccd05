import { type Cookie, expect } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { ApiCaller } from './api-caller.ts'
import { chooseElsewhere } from './live-language.ts'
import type { Shopper } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import type { Visit } from './screen-list.ts'

type Entered = { admin: Shopper; cookies: readonly Cookie[] }
const entered = new WeakMap<RunningShop, Entered>()

// On a desktop the drawer is open, as an admin would have left it.
const OPEN_DRAWER = `if (screen.width >= 900 && origin !== 'null') localStorage.setItem('drawer-state', 'open')`

/** Signs the visitor in as the shop's one admin, whom all screens of the back office share, with the visit's language. */
export async function enterOffice(visit: Visit): Promise<Shopper> {
  const { context, shop, language } = visit
  await context.addInitScript(OPEN_DRAWER)
  const cached = entered.get(shop)
  if (!cached) {
    const admin = await signUpAdmin(context, shop, { language })
    entered.set(shop, { admin, cookies: await context.cookies() })
    return admin
  }
  await context.addCookies([...cached.cookies])
  await chooseElsewhere(visit)
  return { ...cached.admin, api: new ApiCaller(context.request, shop) }
}

/** Opens a page of the back office and waits for its heading. */
export async function openPage(visit: Visit, path: string): Promise<Shopper> {
  const admin = await enterOffice(visit)
  await visit.page.goto(path)
  await expect(visit.page.getByRole('heading', { level: 1 })).toBeVisible()
  return admin
}
