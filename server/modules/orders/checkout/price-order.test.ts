import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lot } from '#domain/catalogue/lot.ts'
import { judgeLot, type JudgedProduct } from '#domain/catalogue/markdown.ts'
import { basketLines, basketTotals, orderItems } from '#domain/orders/basket-lines.ts'
import { addQuantity, type Basket, type BasketProduct, EMPTY_BASKET } from '#domain/orders/basket.ts'
import { plusDays } from '#domain/zoned-time.ts'
import type { SellableProduct } from '#server/modules/catalogue/products/queries.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { priceOrder } from './price-order.ts'

const TODAY = '2026-12-01'

const steps = fc.array(
  fc.record({ days_left: fc.integer({ min: -5, max: 10 }), percent: fc.integer({ min: 1, max: 90 }) }),
  { maxLength: 3 },
)
const rules = fc.record({ markdown: steps, recalledLots: fc.subarray(['A', 'B']) })
const prices = fc.record({ goods: fc.integer({ min: 1, max: 5000 }), depositCents: fc.constantFrom(0, 20), rules })
const lots: fc.Arbitrary<Lot | undefined> = fc.option(
  fc
    .record({ lot: fc.constantFrom('A', 'C'), days: fc.integer({ min: -8, max: 12 }), isUseBy: fc.boolean() })
    .map(({ lot, days, isUseBy }) => ({ lot, [isUseBy ? 'useBy' : 'bestBefore']: plusDays(TODAY, days) })),
  { nil: undefined },
)
const scans = fc.array(fc.record({ index: fc.nat(2), lot: lots }), { minLength: 1, maxLength: 12 })

type Goods = { goods: number; depositCents: number; rules: Pick<JudgedProduct, 'markdown' | 'recalledLots'> }

const toBasketProduct = ({ goods, depositCents, rules: judged }: Goods, index: number): BasketProduct => ({
  id: 1001 + index,
  name: `Tuote ${index}`,
  priceCents: goods + depositCents,
  depositCents,
  rateBasisPoints: index === 0 ? 1350 : 2550,
  productCodeType: 'standard',
  ...judged,
})

const toSellable = (product: BasketProduct): SellableProduct => ({
  productId: product.id,
  versionId: product.id,
  groupId: null,
  names: { en: product.name, fi: product.name, sv: product.name },
  priceCents: product.priceCents,
  depositCents: product.depositCents ?? 0,
  unit: 'kpl',
  rateBasisPoints: product.rateBasisPoints,
  productType: 'standard',
  productCodeType: product.productCodeType,
  minAge: null,
  alcohol: false,
  perishable: true,
  enabled: true,
  recalled: false,
  offered: true,
})

test('the price at the scan is the price of the order, to the cent, and what the phone refuses the server refuses', () => {
  fc.assert(
    fc.property(fc.tuple(prices, prices, prices), scans, (all, scanned) => {
      const products = all.map(toBasketProduct)
      const add = (basket: Basket, { index, lot }: { index: number; lot: Lot | undefined }) => {
        const change = addQuantity(basket, products[index], { quantity: 1, lot })
        return change.ok ? change.basket : basket
      }
      const basket = scanned.reduce(add, EMPTY_BASKET)
      const priced = priceOrder({
        items: orderItems(basket, products),
        products: new Map(products.map(product => [product.id, toSellable(product)])),
        lotRules: { today: TODAY, rulesFor: ({ productId }) => all[productId - 1001]?.rules ?? {} },
      })
      const isSold = ({ index, lot }: { index: number; lot: Lot | undefined }) =>
        judgeLot(products[index] ?? { priceCents: 0 }, lot, TODAY).kind === 'sold'
      expect(isRefusal(priced)).toBe(!scanned.every(isSold))
      if (isRefusal(priced)) return
      expect(priced.totals).toEqual(basketTotals(basket, products, TODAY))
      const phone = basketLines(basket, products, TODAY).map(line => [line.product.id, line.totalCents, line.percent])
      const server = priced.lines.map(line => [line.product.productId, line.totalCents, line.percent])
      expect(server).toEqual(expect.arrayContaining(phone))
      expect(server).toHaveLength(phone.length)
    }),
  )
})
