import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LABEL_FORMATS, LABEL_SHEETS, labelPlace, labelsPerPage } from './shelf-label-sheet.ts'
import { drawLabel, type LabelText, type ShelfLabel } from './shelf-label.ts'

/** A simple font: each character is half its size wide, bold ones slightly more. */
const measure = (text: string, { isBold }: { isBold: boolean }) => text.length * (isBold ? 0.6 : 0.5)
const getRight = (text: LabelText) => text.x + (measure(text.text, text) * text.size) / (text.isCentred ? 2 : 1)

const milk: ShelfLabel = {
  name: 'Kevytmaito',
  price: '1,75 €',
  per: '/kpl',
  notes: ['1,17 €/l', 'sis. pantti 0,10 €'],
  code: '6401234567897',
}
const CAMPAIGN = { until: 'Kampanja 30.11. asti', facts: ['Norm. 2,99 €', 'Alin 30 pv ennen kampanjaa 2,49 €'] }
const LONG_CAMPAIGN = {
  until: 'Kampanj t.o.m. 30.11.',
  facts: [
    'Ord. pris 1 299,00 €',
    'Lägsta pris 30 dagar före kampanjen 1 249,00 €',
    'inkl. pant 0,10 €',
    '12 i kartongen',
  ],
}
const word = fc.string({ unit: fc.constantFrom('a', 'e', 'k', 'n', 'Ä', 'ö', '0'), minLength: 1, maxLength: 40 })
const anyLabel = fc.record({
  name: fc.array(word, { minLength: 1, maxLength: 14 }).map(words => words.join(' ')),
  price: fc.constantFrom('0,05 €', '12,90 €', '100 000,00 €'),
  per: fc.constantFrom('/kpl', '/kg', '/ruokalusikallinen'),
  notes: fc.subarray(['2 499,00 €/kg', 'sis. pantti 0,10 €', 'laatikossa 100000']),
  campaign: fc.constantFrom(undefined, CAMPAIGN, LONG_CAMPAIGN),
  code: fc.constantFrom(null, '6401234567897', '96385074', '16401234567894', 'no code'),
})

describe.each(LABEL_FORMATS)('a label on %s', format => {
  const sheet = LABEL_SHEETS[format]
  const { width, height } = sheet.label
  const isWithin = (x: number, y: number) => x >= 0 && x <= width && y >= 0 && y <= height

  test('keeps everything inside and the price left of the bars, and cuts no word', () => {
    fc.assert(
      fc.property(anyLabel, ({ campaign, ...plain }) => {
        // In a campaign, only the unit price is beside the bars.
        const label: ShelfLabel = campaign ? { ...plain, notes: plain.notes.slice(0, 1), campaign } : plain
        const { texts, bars } = drawLabel(label, sheet, measure)
        for (const { size } of texts) expect(size).toBeGreaterThan(0)
        for (const text of texts) expect([text, isWithin(getRight(text), text.y)]).toEqual([text, true])
        for (const bar of bars) expect(isWithin(bar.x + bar.width, bar.y + bar.height)).toBe(true)
        const firstBar = Math.min(width, ...bars.map(bar => bar.x))
        const price = texts.find(({ text }) => text === label.price)
        expect(price && getRight(price)).toBeLessThanOrEqual(firstBar)
        const words = label.name.split(' ')
        const shown = texts
          .filter(({ isBold, text }) => isBold && text !== label.price && text !== campaign?.until)
          .flatMap(({ text }) => text.split(' '))
        const whole = shown.filter(each => each !== '…')
        expect(whole).toEqual(words.slice(0, whole.length))
        expect(shown.at(-1) === '…' || whole.length === words.length || words.length > 3).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('has the price of a campaign in the largest letters, and what it was before under the bars', () => {
    const { texts, bars } = drawLabel({ ...milk, notes: ['1,17 €/l'], campaign: CAMPAIGN }, sheet, measure)
    const sizes = texts.map(({ size }) => size)
    const price = texts.find(({ text }) => text === milk.price)
    expect(price?.size).toBe(Math.max(...sizes))
    expect(price?.size).toBeGreaterThan(4.5)
    expect(Math.min(...sizes)).toBeGreaterThan(1.9)
    const lowestBar = Math.max(...bars.map(({ y, height: high }) => y + high))
    for (const { text, y, size } of texts)
      if (CAMPAIGN.facts.some(fact => text.includes(fact))) expect(y - size).toBeGreaterThan(lowestBar)
    expect(bars[0]?.height).toBeGreaterThan(7)
    const crowded = drawLabel({ ...milk, notes: ['1,17 €/l'], campaign: LONG_CAMPAIGN }, sheet, measure)
    expect(crowded.texts.find(({ text }) => text === milk.price)?.size).toBeGreaterThan(4)
  })

  test('keeps a quiet zone after its bars', () => {
    const { bars } = drawLabel(milk, sheet, measure)
    const last = bars.at(-1)
    expect(width - (last ? last.x + last.width : width)).toBeGreaterThanOrEqual(7 * sheet.moduleWidth)
    expect(bars.length).toBe(30)
  })

  test('lies on the page, and no two labels share a place', () => {
    const count = labelsPerPage(sheet)
    const places = Array.from({ length: count + 1 }, (_, index) => labelPlace(sheet, index))
    for (const { x, y } of places) {
      expect(x + width).toBeLessThanOrEqual(sheet.page.width)
      expect(y + height).toBeLessThanOrEqual(sheet.page.height)
    }
    expect(new Set(places.map(place => JSON.stringify(place))).size).toBe(count + 1)
    expect(places.map(({ page }) => page)).toEqual([...Array.from({ length: count }, () => 0), 1])
  })
})

test('a label is laid out as in the snapshot', () => {
  const { texts } = drawLabel(milk, LABEL_SHEETS['a4-24'], measure)
  const rounded = texts.map(({ text, x, y, size }) => [text, ...[x, y, size].map(mm => Number(mm.toFixed(2)))])
  expect(rounded).toMatchInlineSnapshot(`
    [
      [
        "Kevytmaito",
        4.5,
        6.31,
        4.6,
      ],
      [
        "1,75 €",
        4.5,
        25.2,
        6.57,
      ],
      [
        "/kpl",
        28.67,
        25.2,
        3,
      ],
      [
        "1,17 €/l",
        4.5,
        30.1,
        3,
      ],
      [
        "sis. pantti 0,10 €",
        4.5,
        34,
        3,
      ],
      [
        "6 401234 567897",
        50.58,
        34,
        2.4,
      ],
    ]
  `)
})

test('a label with an invalid code or none has no bars and a larger price', () => {
  const [coded, plain] = [milk.code, null].map(code => drawLabel({ ...milk, code }, LABEL_SHEETS['a4-24'], measure))
  const getSize = (drawing = coded) => drawing?.texts.find(({ text }) => text === milk.price)?.size ?? 0
  expect(plain?.bars).toEqual([])
  expect(getSize(plain)).toBeGreaterThan(getSize(coded))
  expect(drawLabel({ ...milk, code: '6401234567891' }, LABEL_SHEETS['a4-24'], measure)).toEqual(plain)
})
