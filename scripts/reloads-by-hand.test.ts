import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** They reload by hand, each for the reason beside it; everything else declares in the contract what it touches. */
const BY_HAND = [
  'back-office/accounts/admin-users/use-change-access.ts',
  'back-office/stock/stock-takes/count-queue.ts',
  'kit/api/query-client.ts',
  'kit/live/use-changes.ts',
  'kit/session/session-provider.tsx',
  'shop/accounts/account/use-interface-language.ts',
  'shop/orders/checkout/payment-status/unresolved-orders.tsx',
  'shop/orders/checkout/payment-status/use-abandoned-payment.ts',
  'shop/orders/checkout/payment-status/use-settle-payment.ts',
  'shop/orders/checkout/use-pay.ts',
  'shop/orders/checkout/use-place-order.ts',
  'shop/orders/store-switch/change-store.ts',
  'shop/preorders/preorders/preorder-basket-page.tsx',
  'shop/preorders/preorders/preorder-page.tsx',
  'shop/preorders/preorders/use-place-preorder.ts',
]

test('queries are reloaded by hand only where the contract cannot say it', () => {
  const web = join(import.meta.dirname, '../web')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  const found = files.filter(
    file =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      /\b(?:invalidate|refetch)Queries\(/.test(readFileSync(join(web, file), 'utf8')),
  )
  expect(found.toSorted()).toEqual(BY_HAND)
})
