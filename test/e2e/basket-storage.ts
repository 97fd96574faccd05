import type { Page } from '@playwright/test'
import type { Basket } from '#domain/orders/basket.ts'
import { productWith, type Shopper } from './people.ts'

// The icon prevents a request for one.
const EMPTY_PAGE = '<!doctype html><html lang="en"><title>Empty</title><link rel="icon" href="data:,">'

/** Of goods, by their code or English name. `amounts`: those on scanned price labels, in euros. */
export type BasketLine = { code: string; quantity: number; amounts?: number[] }

/** Puts goods into the shopper's basket in local storage, for tests of the steps after scanning. */
export async function fillBasket(page: Page, { api }: Shopper, basketLines: readonly BasketLine[]): Promise<void> {
  const { user } = await api.request<{ user: { activeStoreId: number } }>('POST authenticate')
  const entries = basketLines.map(async ({ code, ...entry }) => [(await productWith(api, code)).id, entry] as const)
  const lines: Basket = Object.fromEntries(await Promise.all(entries))
  // An empty page of the same origin: the app itself must not run yet.
  await page.route('**/empty', route => route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }), { times: 1 })
  await page.goto('/empty')
  // The store first: another tab that sees lines without a store starts a new basket.
  const items = { 'basket-store': String(user.activeStoreId), 'basket-lines': JSON.stringify(lines) }
  for (const [key, value] of Object.entries(items)) {
    await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`)
  }
}

/** The basket in the page's local storage. */
export async function storedBasket(page: Page): Promise<Basket> {
  return JSON.parse((await page.evaluate<string | null>(`localStorage.getItem('basket-lines')`)) ?? '{}') as Basket
}
