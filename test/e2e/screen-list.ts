import type { BrowserContext, Page } from '@playwright/test'
import type { LanguageCode } from '#contract/values.ts'
import type { RunningShop } from './running-shop.ts'
import { ADMIN_PREORDER_SCREENS } from './screens-of-admin-preorders.ts'
import { OFFICE_SCREENS } from './screens-of-back-office.ts'
import { BASKET_SCREENS } from './screens-of-basket.ts'
import { DOOR_SCREENS, VISIT_SCREENS } from './screens-of-doors.ts'
import { MESSAGE_SCREENS } from './screens-of-messages.ts'
import { ORDER_SCREENS } from './screens-of-orders.ts'
import { PASSKEY_STATES } from './screens-of-passkeys.ts'
import { PAYMENT_SCREENS } from './screens-of-payment.ts'
import { EVENT_SCREENS } from './screens-of-preorder-events.ts'
import { PREORDER_SCREENS } from './screens-of-preorders.ts'
import { PRODUCT_SCREENS } from './screens-of-products.ts'
import { PURCHASE_SCREENS } from './screens-of-purchases.ts'
import { SESSION_SCREENS, SESSION_STATES } from './screens-of-sessions.ts'
import { SIGN_IN_SCREENS } from './screens-of-sign-in.ts'
import { STOCK_SCREENS } from './screens-of-stock.ts'
import { STORE_SCREENS } from './screens-of-stores.ts'
import { REACH_STATES } from './states-of-reach.ts'
import type { Texts } from './texts.ts'

/** A browser that is not signed in, and the language of the visit. */
export type Visit = { page: Page; context: BrowserContext; shop: RunningShop; language: LanguageCode; t: Texts }

export type Screen = {
  name: string
  /** Takes a new visitor's browser to the screen, and resolves when it is complete. */
  open: (visit: Visit) => Promise<unknown>
  /** Ends what would disturb the next visitor. */
  leave?: (visit: Visit) => Promise<void>
  /** Opened separately in each language: a notice keeps its original language, and some pages have no choice of language. */
  isOpenedInEach?: true
  /** Opened separately on each device: what is open differs between them. */
  isOpenedOnEach?: true
  /** Needs a browser whose camera plays the clip. */
  hasCamera?: true
  /** Exists only on a desktop, or only on a phone. */
  only?: 'desk' | 'phone'
}

/** All screens of a shopper on the way to a paid basket or a pre-order. */
export const SCREENS: readonly Screen[] = [
  ...SIGN_IN_SCREENS,
  ...SESSION_SCREENS,
  ...BASKET_SCREENS,
  ...PAYMENT_SCREENS,
  ...PREORDER_SCREENS,
  ...PURCHASE_SCREENS,
  ...DOOR_SCREENS,
]

/** States of these screens that are pictured here, and checked by the tests that lead to them. */
export const STATES: readonly Screen[] = [...REACH_STATES, ...SESSION_STATES, ...PASSKEY_STATES]

/** All screens of the back office. */
export const ADMIN_SCREENS: readonly Screen[] = [
  ...OFFICE_SCREENS,
  ...PRODUCT_SCREENS,
  ...STOCK_SCREENS,
  ...ORDER_SCREENS,
  ...ADMIN_PREORDER_SCREENS,
  ...STORE_SCREENS,
  ...EVENT_SCREENS,
  ...MESSAGE_SCREENS,
  ...VISIT_SCREENS,
]

/** The screens of each area, in the order of its contact sheet. */
export const AREAS: Readonly<Record<string, readonly Screen[]>> = {
  'sign-in': [...SIGN_IN_SCREENS, ...SESSION_SCREENS, ...SESSION_STATES],
  basket: BASKET_SCREENS,
  payment: [...PAYMENT_SCREENS, ...PURCHASE_SCREENS],
  preorders: PREORDER_SCREENS,
  'doors-and-messages': [...DOOR_SCREENS, ...REACH_STATES],
  'office-home-and-settings': [...OFFICE_SCREENS, ...PASSKEY_STATES],
  'office-products': PRODUCT_SCREENS,
  'office-stock': STOCK_SCREENS,
  'office-orders': ORDER_SCREENS,
  'office-preorders': [...EVENT_SCREENS, ...ADMIN_PREORDER_SCREENS],
  'office-stores': [...STORE_SCREENS, ...VISIT_SCREENS],
  'office-messages': MESSAGE_SCREENS,
}
