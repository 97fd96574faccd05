import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildScanCatalogue,
  codeKeys,
  FINNISH_LAYOUTS,
  parseVariableMeasure,
  resolveScan,
  scanKeys,
  type VariableMeasureLayout,
} from './barcode.ts'
import { fieldsOfCode } from './code-fields.ts'
import { checkDigit } from './gtin.ts'
import {
  decimalsFor,
  isFinnish,
  itemDigitsBeside,
  LABEL_PREFIXES,
  layoutProblems,
  layoutsFrom,
  layoutPattern,
  maxValueDigits,
} from './scale-label-layouts.ts'

const layout = (change: Partial<VariableMeasureLayout> = {}): VariableMeasureLayout => ({
  prefix: '28',
  kind: 'weight',
  item_digits: 5,
  value_digits: 5,
  decimals: 3,
  internal_check: false,
  ...change,
})
const finnish = (prefix: string) => FINNISH_LAYOUTS.find(each => each.prefix === prefix)!
const problems = (...layouts: VariableMeasureLayout[]) =>
  layoutProblems(layouts).map(({ prefix, problem }) => `${prefix} ${problem}`)

/** Any layout that is valid by itself. */
const anyLayout = fc
  .record({
    prefix: fc.constantFrom(...LABEL_PREFIXES),
    kind: fc.constantFrom('weight' as const, 'price' as const),
    internal_check: fc.boolean(),
  })
  .chain(base => fc.integer({ min: 3, max: maxValueDigits(base) }).map(value_digits => ({ ...base, value_digits })))
  .chain(base => {
    const { min, max } = decimalsFor(base)
    return fc.integer({ min, max }).map(decimals => ({ ...base, decimals, item_digits: itemDigitsBeside(base) }))
  })
/** Any table that can be saved. */
const anyLayouts = fc
  .uniqueArray(anyLayout, { selector: ({ prefix }) => prefix, minLength: 1, maxLength: 11 })
  .filter(layouts => layoutProblems(layouts).length === 0)
const withCheck = (digits: string) => `${digits}${checkDigit(digits)}`
const getDigits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(digits => digits.join(''))

describe('label layouts', () => {
  it('may be the Finnish ones, those of a scale, or none', () => {
    expect(layoutProblems(FINNISH_LAYOUTS)).toEqual([])
    expect(problems()).toEqual([])
    expect(problems(...FINNISH_LAYOUTS, layout())).toEqual([])
    expect(problems(layout({ prefix: '02', value_digits: 4, internal_check: true }))).toEqual([])
    expect(problems(layout({ kind: 'price', value_digits: 6, item_digits: 4, decimals: 2 }))).toEqual([])
  })

  it.each<[string, VariableMeasureLayout[]]>([
    ['64 prefix', [layout({ prefix: '64' })]],
    ['2 prefix', [layout({ prefix: '2' })]],
    ['30 prefix', [layout({ prefix: '30' })]],
    ['28 repeated', [layout(), layout({ kind: 'price', decimals: 2 })]],
    ['28 digits', [layout({ item_digits: 6 })]],
    ['28 digits', [layout({ internal_check: true })]],
    ['28 digits', [layout({ item_digits: 2, value_digits: 8, decimals: 3 })]],
    ['28 digits', [layout({ item_digits: 8, value_digits: 2, decimals: 1 })]],
    ['28 digits', [layout({ item_digits: 5.5, value_digits: 4.5 })]],
    ['28 digits', [layout({ kind: 'price', item_digits: 3, value_digits: 7, decimals: 2 })]],
    ['28 decimals', [layout({ decimals: 4 })]],
    ['28 decimals', [layout({ decimals: 0 })]],
    ['28 decimals', [layout({ decimals: 1.5 })]],
    ['28 decimals', [layout({ kind: 'price' })]],
    ['24 family', [finnish('23'), layout({ prefix: '24' })]],
  ])('are refused with the problem %s', (problem, layouts) => {
    expect(problems(...layouts)).toContain(problem)
  })

  it('may differ in item digits if no product comes with both prefixes', () => {
    expect(problems(finnish('23'), layout({ prefix: '24', kind: 'price', decimals: 2 }))).toEqual([])
    expect(problems(finnish('23'), layout({ prefix: '26' }))).toEqual([])
  })

  it('are read as saved, and fall back to the Finnish ones if the setting is invalid', () => {
    fc.assert(fc.property(anyLayouts, layouts => layoutsFrom({ layouts }) === layouts))
    for (const nonsense of [{}, { layouts: 7 }, { layouts: [null] }, { layouts: [layout({ decimals: 9 })] }])
      expect(layoutsFrom(nonsense)).toBe(FINNISH_LAYOUTS)
    expect(layoutsFrom({ layouts: [{ ...layout(), kind: 'colour' }] })).toBe(FINNISH_LAYOUTS)
    expect(layoutsFrom({ layouts: [] })).toEqual([])
  })

  it('count as Finnish in any order of rows', () => {
    expect(isFinnish(FINNISH_LAYOUTS.toReversed())).toBe(true)
    expect(isFinnish(FINNISH_LAYOUTS.slice(1))).toBe(false)
    expect(isFinnish(FINNISH_LAYOUTS.map(each => ({ ...each, decimals: 1 })))).toBe(false)
    expect(isFinnish([])).toBe(false)
  })

  it('are described by a short pattern', () => {
    expect(layoutPattern(finnish('23'))).toBe('NNNNNN 0,000\u00a0kg')
    expect(layoutPattern(layout({ kind: 'price', item_digits: 4, decimals: 2, internal_check: true }))).toBe(
      'NNNN X 000,00\u00a0€',
    )
    expect(layoutPattern(finnish('22'))).toBe('NNNNNN 0000\u00a0€')
  })

  it('read back any item and value that a label was printed with', () => {
    const label = anyLayouts.chain(layouts =>
      fc.record({ layouts: fc.constant(layouts), base: fc.constantFrom(...layouts) }).chain(({ base }) =>
        fc.record({
          layouts: fc.constant(layouts),
          base: fc.constant(base),
          item: getDigits(base.item_digits),
          value: fc.integer({ min: 0, max: 10 ** base.value_digits - 1 }),
          inner: getDigits(base.internal_check ? 1 : 0),
        }),
      ),
    )
    fc.assert(
      fc.property(label, ({ layouts, base, item, value, inner }) => {
        const code = withCheck(`${base.prefix}${item}${inner}${String(value).padStart(base.value_digits, '0')}`)
        const rounded = Math.round(value * 10 ** ((base.kind === 'weight' ? 3 : 2) - base.decimals))
        expect(parseVariableMeasure(`0${code}`, layouts)).toEqual({ kind: base.kind, itemCode: item, value: rounded })
        // A product created from the label is found by it, in the catalogue and in the database.
        const { product_code = null, product_code_type: productCodeType = 'standard' } = fieldsOfCode(code, layouts)
        const product = { id: 1001, priceCents: 1000, available: true, product_code, productCodeType }
        expect(scanKeys(code, layouts)).toEqual(expect.arrayContaining(codeKeys(product, layouts)))
        const found = resolveScan(code, buildScanCatalogue([product], layouts))
        expect(found).toMatchObject({ kind: 'product', productId: 1001 })
        if (base.kind === 'weight' && code !== product_code)
          expect(found).toMatchObject({ quantityThousandths: rounded })
      }),
    )
  })

  it('give the same item code for both prefixes of a family', () => {
    const siblings = anyLayouts.filter(layouts => layouts.some(({ prefix }) => prefix === '23'))
    fc.assert(
      fc.property(siblings, getDigits(10), (layouts, rest) => {
        const [one, other] = ['23', '24'].map(prefix =>
          parseVariableMeasure(`0${withCheck(`${prefix}${rest}`)}`, layouts),
        )
        if (one && one.kind === other?.kind) expect(one.itemCode).toBe(other.itemCode)
      }),
      { numRuns: 50 },
    )
  })
})
