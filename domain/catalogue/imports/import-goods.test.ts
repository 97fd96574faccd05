import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePurchasePrice, TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { goodsChanges, type CurrentGoods, movedByChange, type ImportedGoods } from './import-goods.ts'
import { readHeadings } from './import-headings.ts'

const DAY = '2026-11-27'
const PIECE = { product_type: 'standard', product_code_type: 'standard' } as const
const LOOSE = { product_type: 'standard', product_code_type: 'bulk' } as const
const judge = (
  imported: Partial<ImportedGoods>,
  current: Partial<CurrentGoods> = {},
  form: typeof PIECE | typeof LOOSE = PIECE,
) =>
  goodsChanges(
    { purchasePrice: undefined, stock: undefined, ...imported },
    { prices: [], stockThousandths: 0, ...current },
    { form, day: DAY },
  )
const from = (validFrom: string, euros: number) => ({
  validFrom,
  priceTenThousandths: parsePurchasePrice(euros) ?? 0,
})

describe('a purchase price', () => {
  test('begins today in place of the one in force, also before a later one', () => {
    const prices = [from('2026-01-01', 0.7), from('2026-12-24', 0.9)]
    expect(judge({ purchasePrice: 0.7125 }, { prices }).changes).toEqual([
      { field: 'purchase_price', from: 0.7, to: 0.7125 },
    ])
  })

  test('changes nothing if it is in force', () => {
    for (const day of ['2026-01-01', DAY])
      expect(judge({ purchasePrice: 0.7 }, { prices: [from(day, 0.7)] })).toEqual({ changes: [], problems: [] })
  })

  test('is refused if another one begins today', () => {
    expect(judge({ purchasePrice: 0.8 }, { prices: [from(DAY, 0.7)] }).problems).toEqual([
      { field: 'purchase_price', problem: 'pricedToday', value: '0.8' },
    ])
  })

  test.each([-0.01, 0.12345, 100_001])('of %d € is refused', purchasePrice => {
    expect(judge({ purchasePrice }).problems).toMatchObject([{ problem: 'purchasePriceRange' }])
  })
})

describe('stock', () => {
  test.each([
    [{ stock: 5 }, { stockThousandths: undefined }, PIECE, 'noStore'],
    [{ stock: -1 }, {}, PIECE, 'stockRange'],
    [{ stock: 0.0001 }, {}, LOOSE, 'stockRange'],
    [{ stock: 1_000_001 }, {}, PIECE, 'stockRange'],
    [{ stock: 1.5 }, {}, PIECE, 'wholePieces'],
  ] as const)('%o with %o of %o is refused as %s', (...[imported, current, form, problem]) => {
    expect(judge(imported, current, form)).toMatchObject({ changes: [], problems: [{ field: 'stock', problem }] })
  })

  test('of a pre-order product is refused', () => {
    const form = { ...PIECE, product_type: 'preorder' } as const
    const current = { prices: [], stockThousandths: 0 }
    expect(goodsChanges({ purchasePrice: undefined, stock: 3 }, current, { form, day: DAY }).problems).toEqual([
      { field: 'stock', problem: 'notStocked', value: '3' },
    ])
  })
})

test('a quantity counted twice moves the ledger once, whatever was there', () => {
  const quantity = fc.integer({ min: 0, max: 1_000_000_000 }).map(parts => parts / 1000)
  const there = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  fc.assert(
    fc.property(quantity, there, (stock, stockThousandths) => {
      const [change] = judge({ stock }, { stockThousandths }, LOOSE).changes
      const after = stockThousandths + (change ? movedByChange(change) : 0)
      expect(after).toBe(thousandthsFromQuantity(stock))
      expect(judge({ stock }, { stockThousandths: after }, LOOSE)).toEqual({ changes: [], problems: [] })
      // An undo moves the same quantity back.
      expect(change ? movedByChange({ from: change.to, to: change.from }) : 0).toBe(stockThousandths - after)
    }),
  )
})

test('a price of up to four decimals that is read back from an export changes nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 * TEN_THOUSANDTHS_PER_EURO }), priceTenThousandths => {
      const purchasePrice = priceTenThousandths / TEN_THOUSANDTHS_PER_EURO
      const current = { prices: [{ validFrom: '2026-01-01', priceTenThousandths }] }
      expect(judge({ purchasePrice }, current)).toEqual({ changes: [], problems: [] })
    }),
  )
})

test.each([
  ['Ostohinta', 'Saldo'],
  ['Ostohinta (alv 0 %)', 'Määrä varastossa'],
  ['Cost', 'Stock'],
  ['Purchase price (without VAT)', 'Quantity in stock'],
  ['Inköpspris', 'Lager'],
  ['INPRIS', 'Lagersaldo'],
])('the headings %s and %s of other programs are known', (price, stock) => {
  expect(readHeadings(['EAN', price, stock])).toEqual({ columns: ['ean13', 'purchase_price', 'stock'], ignored: [] })
})
