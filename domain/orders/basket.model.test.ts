import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ProductCodeType } from '#domain/catalogue/barcode.ts'
import { inTier } from '#test/tier.ts'
import { basketLines, basketTotals, orderItems } from './basket-lines.ts'
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
  withAllProducts,
  type Basket,
  type BasketChange,
  type BasketProduct,
} from './basket.ts'

const TYPES: ProductCodeType[] = ['standard', 'standard', 'bulk', 'bulk_encoded_weight', 'bulk_encoded_price']
const products = TYPES.map((productCodeType, index): BasketProduct => ({
  id: 1001 + index,
  name: `Tuote ${10 - index}`,
  priceCents: 100 + 37 * index,
  rateBasisPoints: index % 2 ? 1350 : 2550,
  productCodeType,
}))
const byId = new Map(products.map(each => [each.id, each]))

/** The reference model, a shopper's paper list: thousandths and label cents by product, and the store's number. */
type Model = {
  lines: Map<number, { thousandths: number; labels: number[] }>
  storeId: number
}
type Real = {
  basket: Basket
  storeId: number
}

class Command implements fc.Command<Model, Real> {
  readonly text: string
  readonly onModel: (model: Model) => string
  readonly onReal: (real: Real) => string

  constructor(text: string, onModel: (model: Model) => string, onReal: (real: Real) => string) {
    this.text = text
    this.onModel = onModel
    this.onReal = onReal
  }

  check = () => true
  toString = () => this.text

  run(model: Model, real: Real) {
    const before = JSON.stringify(real.basket)
    const old = real.basket
    expect(this.onReal(real)).toBe(this.onModel(model))
    expect(JSON.stringify(old)).toBe(before)
    expectSame(model, real)
  }
}

function expectSame(model: Model, real: Real) {
  const expected = [...model.lines].map(([id, { thousandths, labels }]) => [
    String(id),
    { quantity: thousandths / 1000, ...(labels.length > 0 && { amounts: labels.map(cents => cents / 100) }) },
  ])
  expect(real.basket).toEqual(Object.fromEntries(expected))
  expect(real.storeId).toBe(model.storeId)
  expect(isEmpty(real.basket)).toBe(model.lines.size === 0)
  const above0 = [...model.lines].filter(([, { thousandths }]) => thousandths > 0)
  expect(hasQuantity(real.basket)).toBe(above0.length > 0)
  expect(new Set(orderItems(real.basket).map(item => item.product_id))).toEqual(new Set(above0.map(([id]) => id)))
  expect(parseBasket(JSON.stringify(real.basket))).toEqual({ basket: real.basket, unreadable: [] })
  const lines = basketLines(real.basket, products)
  expect(lines).toHaveLength(model.lines.size)
  const gross = [...model.lines].reduce((sum, [id, { thousandths, labels }]) => {
    const byQuantity = Math.floor((thousandths * byId.get(id)!.priceCents + 500) / 1000)
    return sum + (labels.length > 0 ? labels.reduce((a, b) => a + b, 0) : byQuantity)
  }, 0)
  expect(basketTotals(real.basket, products).grossCents).toBe(gross)
}

function apply(real: Real, change: BasketChange): string {
  if (!change.ok) return change.reason
  real.basket = change.basket
  return 'ok'
}

function runStep(model: Model, id: number, { thousandths, label }: { thousandths: number; label?: number }): string {
  const entry = model.lines.get(id) ?? { thousandths: 0, labels: [] }
  const labels = label === undefined ? entry.labels : [...entry.labels, label]
  model.lines.set(id, { thousandths: entry.thousandths + thousandths, labels })
  return 'ok'
}

const refusal = (id: number) => (byId.has(id) ? 'label-needed' : 'no-such-product')
const isCounted = (id: number) => ['standard', 'bulk'].includes(byId.get(id)?.productCodeType ?? '')

const adding = (id: number) =>
  new Command(
    `addOne(${id})`,
    model => (isCounted(id) ? runStep(model, id, { thousandths: 1000 }) : refusal(id)),
    real => apply(real, addOne(real.basket, byId.get(id))),
  )

const removing = (id: number) =>
  new Command(
    `removeOne(${id})`,
    model => {
      if (!isCounted(id)) return refusal(id)
      const entry = model.lines.get(id)
      if (entry) model.lines.set(id, { thousandths: Math.max(0, entry.thousandths - 1000), labels: [] })
      return 'ok'
    },
    real => apply(real, removeOne(real.basket, byId.get(id))),
  )

const removingItem = (id: number) =>
  new Command(
    `removeItem(${id})`,
    model => `${void model.lines.delete(id)}`,
    real => `${void (real.basket = removeItem(real.basket, id))}`,
  )

/** Standard goods are added by the piece, others by any thousandths. */
const addingQuantity = (id: number, amount: { thousandths: number; label: number; scanned: boolean }) => {
  const isPriced = byId.get(id)?.productCodeType === 'bulk_encoded_price'
  const thousandths = byId.get(id)?.productCodeType === 'standard' ? amount.thousandths * 1000 : amount.thousandths
  const { label, scanned } = amount
  return new Command(
    `addQuantity(${id}, ${thousandths}${scanned ? `, label ${label}` : ''})`,
    model => {
      if (!byId.has(id)) return 'no-such-product'
      if (thousandths === 0) return 'invalid-quantity'
      if (isPriced && !scanned) return 'label-needed'
      return runStep(model, id, { thousandths, ...(isPriced && { label }) })
    },
    real => {
      const quantity = thousandths / 1000
      const addition = scanned ? { quantity, amountEuros: label / 100 } : quantity
      return apply(real, addQuantity(real.basket, byId.get(id), addition))
    },
  )
}

const zeroes = () => new Map(products.map(({ id }) => [id, { thousandths: 0, labels: [] }]))

const clearing = (allProducts: boolean) =>
  new Command(
    `clear(${allProducts})`,
    model => {
      for (const id of allProducts ? model.lines.keys() : []) model.lines.set(id, { thousandths: 0, labels: [] })
      if (!allProducts) model.lines.clear()
      return 'ok'
    },
    real => apply(real, { ok: true, basket: clearBasket(real.basket, { allProducts }) }),
  )

const changingStore = (storeId: number, listAll: boolean) =>
  new Command(
    `changeStore(${storeId}, ${listAll})`,
    model => {
      const changed = model.storeId !== storeId
      if (changed) model.lines = listAll ? zeroes() : new Map()
      model.storeId = storeId
      return String(changed)
    },
    real => {
      const allProducts = listAll ? products : undefined
      const change = onStoreChange(real.basket, { storedStoreId: real.storeId, activeStoreId: storeId, allProducts })
      real.basket = change.basket
      real.storeId = change.storedStoreId ?? 0
      return String(change.changed)
    },
  )

const listingAll = () =>
  new Command(
    'withAllProducts()',
    model => {
      model.lines = new Map([...zeroes(), ...model.lines])
      return 'ok'
    },
    real => apply(real, { ok: true, basket: withAllProducts(products, real.basket) }),
  )

it('a basket behaves like a paper list under any sequence of operations', () => {
  const id = fc.integer({ min: 1001, max: 1006 }) // 1006 is in no list
  const label = fc.integer({ min: 1, max: 9999 })
  const amount = fc.record({ thousandths: fc.integer({ min: 0, max: 9 }), label, scanned: fc.boolean() })
  const scannedWeight = fc.record({ thousandths: fc.integer({ min: 1, max: 9999 }), label, scanned: fc.constant(true) })
  const commands = fc.commands(
    [
      id.map(adding),
      id.map(removing),
      id.map(removingItem),
      fc.tuple(id, amount).map(each => addingQuantity(...each)),
      fc.tuple(fc.integer({ min: 1003, max: 1005 }), scannedWeight).map(each => addingQuantity(...each)),
      fc.boolean().map(clearing),
      fc.tuple(fc.integer({ min: 1, max: 2 }), fc.boolean()).map(each => changingStore(...each)),
      fc.constant(listingAll()),
    ],
    { maxCommands: 100, size: 'max' },
  )
  fc.assert(
    fc.property(commands, sequence => {
      fc.modelRun(
        () => ({ model: { lines: new Map(), storeId: 1 }, real: { basket: EMPTY_BASKET, storeId: 1 } }),
        sequence,
      )
    }),
    { numRuns: inTier({ merge: 80, full: 1000 }) },
  )
}, 60_000)
