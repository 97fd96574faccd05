import { describe, expect, it } from 'vitest'
import { basketLines, basketSum, basketTotals, orderItems, unknownProductIds } from './basket-lines.ts'
import {
  addOne,
  addQuantity,
  clearBasket,
  EMPTY_BASKET,
  hasQuantity,
  isEmpty,
  onStoreChange,
  parseBasket,
  removeItem,
  removeOne,
  resetQuantities,
  withAllProducts,
  type Basket,
  type BasketChange,
  type BasketProduct,
} from './basket.ts'
import { MAX_LABEL_EUROS, MAX_QUANTITY } from './order-limits.ts'

const food = { rateBasisPoints: 1350, productCodeType: 'standard' } as const
const milk: BasketProduct = { ...food, id: 1001, name: 'Maito 1 l', priceCents: 129 }
const candy: BasketProduct = { ...food, id: 1002, name: 'Irtokarkki', priceCents: 1490, productCodeType: 'bulk' }
const salmon: BasketProduct = {
  ...food,
  id: 1003,
  name: 'Lohi',
  priceCents: 2990,
  productCodeType: 'bulk_encoded_weight',
}
const cheese: BasketProduct = {
  ...food,
  id: 1004,
  name: 'Juusto',
  priceCents: 1990,
  productCodeType: 'bulk_encoded_price',
}
const soap: BasketProduct = { ...food, id: 1005, name: 'Saippua', priceCents: 395, rateBasisPoints: 2550 }
const products = [milk, candy, salmon, cheese, soap]

function getBasket(change: BasketChange): Basket {
  if (!change.ok) throw new Error(`refused: ${change.reason}`)
  return change.basket
}

describe('adding to a basket', () => {
  it('adds one at a time and leaves the old basket unchanged', () => {
    const one = getBasket(addOne(EMPTY_BASKET, milk))
    expect(getBasket(addOne(one, milk))).toEqual({ 1001: { quantity: 2 } })
    expect(one).toEqual({ 1001: { quantity: 1 } })
    expect(EMPTY_BASKET).toEqual({})
  })

  it('rounds the sum of bulk goods to 3 decimals, and adds other quantities as they are', () => {
    expect(getBasket(addQuantity({ 1002: { quantity: 0.1 } }, candy, 0.2))).toEqual({ 1002: { quantity: 0.3 } })
    expect(getBasket(addQuantity({ 1002: { quantity: 0.1 } }, candy, 0.12345))).toEqual({ 1002: { quantity: 0.223 } })
    expect(getBasket(addQuantity({ 1001: { quantity: 0.1 } }, milk, 0.2))).toEqual({ 1001: { quantity: 0.1 + 0.2 } })
    expect(getBasket(addQuantity({ 1003: { quantity: 1.155 } }, salmon, 0.7))).toEqual({ 1003: { quantity: 1.855 } })
  })

  it('keeps the amount of every price label', () => {
    const first = getBasket(addQuantity(EMPTY_BASKET, cheese, { quantity: 0.126, amountEuros: 2.5 }))
    const both = getBasket(addQuantity(first, cheese, { quantity: 0.2, amountEuros: 3.98 }))
    expect(both).toEqual({ 1004: { quantity: 0.326, amounts: [2.5, 3.98] } })
    expect(first).toEqual({ 1004: { quantity: 0.126, amounts: [2.5] } })
  })

  it('keeps no amounts for goods that are charged by quantity', () => {
    const weighed = getBasket(addQuantity(EMPTY_BASKET, salmon, { quantity: 0.5, amountEuros: 9 }))
    expect(weighed).toEqual({ 1003: { quantity: 0.5 } })
  })

  it('refuses an unknown product', () => {
    const refused = { ok: false, reason: 'no-such-product' }
    expect(addOne(EMPTY_BASKET, undefined)).toEqual(refused)
    expect(removeOne(EMPTY_BASKET, undefined)).toEqual(refused)
    expect(addQuantity(EMPTY_BASKET, undefined, 1)).toEqual(refused)
  })

  it.each([0, -1, Number.NaN, Infinity, MAX_QUANTITY + 1])('refuses the quantity %d', quantity => {
    expect(addQuantity(EMPTY_BASKET, milk, quantity)).toEqual({ ok: false, reason: 'invalid-quantity' })
  })

  it('refuses more than a line can hold, and accepts exactly that', () => {
    const full = getBasket(addQuantity(EMPTY_BASKET, milk, MAX_QUANTITY))
    expect(addOne(full, milk)).toEqual({ ok: false, reason: 'invalid-quantity' })
  })

  it.each([0, -2.5, 2.505, Number.NaN, MAX_LABEL_EUROS + 0.01])('refuses the label amount %d', amountEuros => {
    const refused = { ok: false, reason: 'invalid-quantity' }
    expect(addQuantity(EMPTY_BASKET, cheese, { quantity: 0.1, amountEuros })).toEqual(refused)
  })

  it('requires the label of weighed goods', () => {
    const refused = { ok: false, reason: 'label-needed' }
    expect(addOne(EMPTY_BASKET, salmon)).toEqual(refused)
    expect(addOne(EMPTY_BASKET, cheese)).toEqual(refused)
    expect(removeOne({ 1003: { quantity: 2 } }, salmon)).toEqual(refused)
    expect(addQuantity(EMPTY_BASKET, cheese, 0.5)).toEqual(refused)
  })
})

describe('removing from a basket', () => {
  it('takes one away, never below 0, and keeps the entry', () => {
    expect(getBasket(removeOne({ 1001: { quantity: 2 } }, milk))).toEqual({ 1001: { quantity: 1 } })
    expect(getBasket(removeOne({ 1001: { quantity: 1 } }, milk))).toEqual({ 1001: { quantity: 0 } })
    expect(getBasket(removeOne({ 1001: { quantity: 0 } }, milk))).toEqual({ 1001: { quantity: 0 } })
    expect(getBasket(removeOne({ 1002: { quantity: 0.4 } }, candy))).toEqual({ 1002: { quantity: 0 } })
    expect(getBasket(removeOne({ 1002: { quantity: 1.155 } }, candy))).toEqual({ 1002: { quantity: 0.155 } })
    expect(getBasket(removeOne(EMPTY_BASKET, milk))).toEqual({})
  })

  it('removes a whole item and no other', () => {
    const basket = { 1001: { quantity: 2 }, 1004: { quantity: 0.1, amounts: [2] } }
    expect(removeItem(basket, 1004)).toEqual({ 1001: { quantity: 2 } })
    expect(removeItem(basket, 9999)).toEqual(basket)
  })

  it('clears to an empty basket, or to all products at 0', () => {
    const basket = { 1001: { quantity: 2 }, 1004: { quantity: 0.1, amounts: [2] } }
    expect(clearBasket(basket)).toEqual({})
    expect(clearBasket(basket, { allProducts: true })).toEqual({ 1001: { quantity: 0 }, 1004: { quantity: 0 } })
    expect(resetQuantities(basket)).toEqual({ 1001: { quantity: 0 }, 1004: { quantity: 0 } })
  })

  it('lists all products at 0 and keeps the chosen quantities', () => {
    expect(withAllProducts([milk, soap])).toEqual({ 1001: { quantity: 0 }, 1005: { quantity: 0 } })
    const lines = withAllProducts([milk, soap], { 1005: { quantity: 3 }, 9999: { quantity: 1 } })
    expect(lines).toEqual({ 1001: { quantity: 0 }, 1005: { quantity: 3 } })
  })
})

it('removes a line by its key, and all lots of a product by its id', () => {
  const basket = { 1001: { quantity: 1 }, '1001/u2026-12-03/L7': { quantity: 2 }, 10011: { quantity: 1 } }
  expect(removeItem(basket, '1001/u2026-12-03/L7')).toEqual({ 1001: { quantity: 1 }, 10011: { quantity: 1 } })
  expect(removeItem(basket, 1001)).toEqual({ 10011: { quantity: 1 } })
})

describe('changing the store', () => {
  const basket = { 1001: { quantity: 2 } }

  it('starts a new basket, with all products at 0 where they are listed', () => {
    const change = { storedStoreId: 1, activeStoreId: 2 }
    expect(onStoreChange(basket, change)).toEqual({ basket: {}, storedStoreId: 2, changed: true })
    const listed = onStoreChange(basket, { ...change, allProducts: [milk, soap] })
    expect(listed.basket).toEqual({ 1001: { quantity: 0 }, 1005: { quantity: 0 } })
  })

  it('keeps the basket for the same store, and while the store is unknown', () => {
    expect(onStoreChange(basket, { storedStoreId: 1, activeStoreId: 1 })).toEqual({
      basket,
      storedStoreId: 1,
      changed: false,
    })
    expect(onStoreChange(basket, { storedStoreId: 1, activeStoreId: null }).basket).toBe(basket)
    const unset = onStoreChange(basket, { storedStoreId: null, activeStoreId: undefined })
    expect(unset).toEqual({ basket, storedStoreId: null, changed: false })
    expect(onStoreChange(basket, { storedStoreId: null, activeStoreId: 2 }).changed).toBe(true)
  })
})

describe('a basket', () => {
  it('is empty without entries, and has quantity if any entry is above 0', () => {
    expect([isEmpty({}), hasQuantity({})]).toEqual([true, false])
    expect([isEmpty({ 1: { quantity: 0 } }), hasQuantity({ 1: { quantity: 0 } })]).toEqual([false, false])
    expect(hasQuantity({ 1: { quantity: 0 }, 2: { quantity: 0.001 } })).toBe(true)
  })

  it('lists lines by Finnish name, with numbers by value', () => {
    const goods = ['Ä', 'Z', 'a 10', 'A 9', 'Å'].map((name, index) => ({ ...milk, id: 2000 + index, name }))
    const lines = basketLines(withAllProducts(goods), goods)
    expect(lines.map(line => line.product.name)).toEqual(['A 9', 'a 10', 'Z', 'Å', 'Ä'])
    const twins = [{ ...milk, id: 1009 }, milk]
    expect(basketLines(withAllProducts(twins), twins).map(line => line.product.id)).toEqual([1001, 1009])
  })

  it('charges by quantity, or by label where there are labels', () => {
    const basket = { 1001: { quantity: 3 }, 1003: { quantity: 1.155 }, 1004: { quantity: 0.326, amounts: [2.5, 3.98] } }
    const [cheeseLine, salmonLine, milkLine] = basketLines(basket, products)
    expect(cheeseLine).toEqual({
      product: cheese,
      quantity: 0.326,
      quantityThousandths: 326,
      unitPriceCents: 1990,
      netUnitPriceCents: 1753,
      totalCents: 648,
      netTotalCents: 571,
      rateBasisPoints: 1350,
      amountsCents: [250, 398],
    })
    expect([salmonLine?.totalCents, salmonLine?.amountsCents]).toEqual([3453, undefined])
    expect(milkLine?.totalCents).toBe(387)
  })

  it('sums VAT per rate, without rows for entries at 0', () => {
    const basket = { 1001: { quantity: 3 }, 1005: { quantity: 0 } }
    const foodOnly = { rateBasisPoints: 1350, grossCents: 387, vatCents: 46, netCents: 341 }
    expect(basketTotals(basket, products).byRate).toEqual([foodOnly])
    expect(basketSum({ ...basket, 1005: { quantity: 2 } }, products)).toBe(387 + 790)
  })

  it('reports the products it no longer knows and leaves them out of its lines', () => {
    const basket = { 1001: { quantity: 1 }, 4711: { quantity: 1 } }
    expect(unknownProductIds(basket, products)).toEqual([4711])
    expect(basketLines(basket, products)).toHaveLength(1)
  })

  it('computes the quantity of goods with price labels from the labels and the listed price', () => {
    // Scanned when a kilogram cost 19.90, with each label rounded to the gram.
    const basket = { 1004: { quantity: 0.327, amounts: [2.5, 3.98] } }
    expect(basketLines(basket, [cheese])[0]).toMatchObject({ quantity: 0.326, quantityThousandths: 326 })
    const dearer = { ...cheese, priceCents: 2490 }
    expect(basketLines(basket, [dearer])[0]).toMatchObject({ quantity: 0.26, totalCents: 648 })
    expect(orderItems(basket, [dearer])).toEqual([{ product_id: 1004, quantity: 0.26, amounts: [2.5, 3.98] }])
  })

  it('is ordered without the entries at 0', () => {
    const basket = { 1001: { quantity: 2 }, 1002: { quantity: 0 }, 1004: { quantity: 0.1, amounts: [2] } }
    expect(orderItems(basket)).toEqual([
      { product_id: 1001, quantity: 2 },
      { product_id: 1004, quantity: 0.1, amounts: [2] },
    ])
  })
})

describe('reading a basket from local storage', () => {
  it.each([null, '{}'])('takes %j as an empty basket', json => {
    expect(parseBasket(json)).toEqual({ basket: {}, unreadable: [] })
  })

  it.each(['', 'undefined', '{', '[]', '3', 'null', '"x"', '[{"quantity":1}]'])('reports %j as unreadable', json => {
    expect(parseBasket(json)).toEqual({ basket: {}, unreadable: 'all' })
  })

  it('keeps the valid entries, drops the others and reports them', () => {
    const sound = { 1001: { quantity: 2 }, 1002: { quantity: 0 }, 1004: { quantity: 0.1, amounts: [2.5] } }
    const broken = {
      1005: { quantity: '2' },
      1006: { quantity: -1 },
      1007: null,
      1008: 3,
      1009: {},
      1010: { quantity: MAX_QUANTITY + 1 },
      1011: { quantity: 1, amounts: 'x' },
      1012: { quantity: 1, amounts: [1, -1] },
      1013: { quantity: 0.0001 },
      abc: { quantity: 1 },
      '0': { quantity: 1 },
      '1.5': { quantity: 1 },
    }
    const parsed = parseBasket(JSON.stringify({ ...broken, ...sound }))
    expect(parsed.basket).toEqual(sound)
    expect(parsed.unreadable.length).toBe(Object.keys(broken).length)
    expect(parsed.unreadable).toEqual(expect.arrayContaining(Object.keys(broken)))
    expect(parseBasket('{"__proto__":{"quantity":1},"1001":{"quantity":1,"extra":true}}')).toEqual({
      basket: { 1001: { quantity: 1 } },
      unreadable: ['__proto__'],
    })
  })
})
