import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '#contract/administration/reports.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import {
  type ReportFigure,
  REPORT_FIGURES,
  REPORT_NAMES,
  type ReportName,
  getReport,
} from '#domain/administration/reports.ts'
import { formatPurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatCents } from '#domain/money.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { printableText } from '#server/platform/files/pdf-fonts.ts'
import { quantityIn } from '#server/texts/unit-labels.ts'
import { testDatabase } from '#test/database/database.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { sellAtRandom } from '#test/rows/random-sales.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { onlyInFullTier } from '#test/tier.ts'
import type { FoundReport } from './find-report.ts'
import { MAX_TAGGED_ROWS, MAX_PRINTED_ROWS, printReport } from './print-report.ts'
import { reportLabels } from './report-labels.ts'

const NOW = new Date('2026-05-31T12:30:00Z')
const QUERY = 'from=2026-03-01&until=2026-03-31'

let database: DatabaseHandle
let server: Shop
let anna: Caller

beforeAll(async () => {
  database = await testDatabase()
  const places = [{ store: await addStore(database), zone: 'Europe/Helsinki' }]
  await sellAtRandom(database, {
    places,
    from: new Date('2026-02-25T00:00:00Z'),
    until: new Date('2026-03-20T00:00:00Z'),
  })
  await database.pool.query(`
    INSERT INTO purchase_price (product_id, supplier_id, valid_from, price_ten_thousandths)
      SELECT id, supplier_id, '2026-01-01', 8345 + id FROM product WHERE id % 2 = 0;
    INSERT INTO store_stock (store_id, product_id, quantity_thousandths)
      SELECT store.id, product.id, product.id * 1000 FROM store, product
      ON CONFLICT (store_id, product_id) DO UPDATE SET quantity_thousandths = excluded.quantity_thousandths;
    INSERT INTO stock_move (store_id, product_id, kind, quantity_thousandths, created_at)
      SELECT store.id, product.id, 'waste', product.id * -100, '2026-03-10T10:00:00Z' FROM store, product;
    UPDATE operator SET name = 'Kylän Puoti Oy', business_id = '1234567-1';`)
  server = await openShop({ database, now: () => NOW, modules: ['administration'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const reportIn = async (name: ReportName) => (await anna.call(`GET reports/${name}?${QUERY}&lang=fi`)).body as Report
async function printTexts(name: ReportName, language: LanguageCode): Promise<string[]> {
  const { status, raw } = await anna.call(`GET reports/${name}/report.pdf?${QUERY}&lang=${language}`)
  expect(status).toBe(200)
  return readPdf(raw).texts
}

function written(figure: ReportFigure, value: number | null | undefined, unit: string | null): string {
  if (value == null) return '–'
  const kind = REPORT_FIGURES[figure]
  if (kind === 'euros') return printableText(formatCents(Math.round(value * 100)))
  if (kind === 'price') return formatPurchasePrice(Math.round(value * 10_000))
  if (kind === 'share') return percentText(Math.round(value * 1000) / 10)
  return kind === 'count' ? String(value) : quantityIn('fi', Math.round(value * 1000), unit ?? '')
}

const parseCents = (text: string) => Math.round(Number(text.replaceAll(/[^\d,-]/g, '').replace(',', '.')) * 100)

test.each(REPORT_NAMES)('the PDF of %s has the totals and rows of the page, to the cent', async name => {
  const [report, texts] = [await reportIn(name), await printTexts(name, 'fi')]
  const { figures, isOfNow, rows: kind } = getReport(name)
  const columns = figures.filter(figure => kind !== 'product' || figure !== 'unpriced')
  const labels = reportLabels('fi')
  expect(texts.slice(0, 2)).toEqual(['Kylän Puoti Oy, 1234567-1', labels.names[name]])
  expect(texts).toContain(isOfNow ? '31.05.2026 15:30' : '01.03.2026–31.03.2026')
  expect(texts).toContain(labels.allStores)
  const all = texts.join('\n')
  for (const figure of figures) {
    const total = report.total[figure]
    if (total != null) expect(all).toContain(`\n${labels.figures[figure]}\n${written(figure, total, null)}\n`)
  }
  for (const row of report.rows)
    expect(all).toContain(`\n${columns.map(figure => written(figure, row.figures[figure], row.unit)).join('\n')}\n`)
  expect(report.rows.length).toBeGreaterThan(0)
})

test('the printed amounts of an inventory add up to its printed total, and there is room to sign', async () => {
  const [report, texts] = [await reportIn('inventory'), await printTexts('inventory', 'fi')]
  const labels = reportLabels('fi')
  const priced = report.rows.filter(({ figures }) => figures.price !== null)
  const sums = priced.map(row => {
    const at = texts.findIndex(
      (text, index) =>
        text === written('stock', row.figures.stock, row.unit) &&
        texts[index + 1] === written('price', row.figures.price, null) &&
        texts[index - 1] === row.name,
    )
    return parseCents(texts[at + 2] ?? '')
  })
  const total = parseCents(texts[texts.indexOf(labels.figures.worth) + 1] ?? '')
  expect(total).toBeGreaterThan(0)
  expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(total)
  for (const line of [labels.place, labels.signature, labels.name]) expect(texts).toContain(line)
  expect(await printTexts('stock', 'fi')).not.toContain(labels.signature)
})

test.each(LANGUAGE_CODES)('the words in %s are those of the page', language => {
  const { names, about, rows, figures, noGroup, tests, excludesTests, nothing } = reportLabels(language)
  const { reports, closings, products } = JSON.parse(
    readFileSync(`web/kit/i18n/locales/admin-${language}.json`, 'utf8'),
  ) as Record<string, Record<string, unknown>>
  expect({ names, about, rows, figures }).toEqual({
    names: reports?.['name'],
    about: reports?.['about'],
    rows: reports?.['rows'],
    figures: reports?.['figures'],
  })
  expect([noGroup, tests, excludesTests, nothing]).toEqual([
    products?.['noGroup'],
    closings?.['testsOnly'],
    reports?.['excludesTests'],
    reports?.['nothing'],
  ])
})

/** Products, every tenth with a name that needs several lines. */
function longReport(count: number): FoundReport {
  const rows = Array.from({ length: count }, (_, index) => ({
    key: String(index + 1),
    name: index % 10 === 0 ? `Tuote ${index} ${'pitkänimistä marjamehua '.repeat(4)}` : `Tuote ${index}`,
    unit: 'kpl',
    quantity: 1000,
    value: 100_00,
  }))
  return { rows, total: { quantity: null, value: count * 100_00 }, areTests: false, excludesTests: false }
}

const printing = {
  language: 'sv',
  at: NOW,
  money: {},
  operator: { name: 'Byabutiken', business_id: '' },
  store: 'Hamnen',
  period: { from: '2026-03-01', until: '2026-03-31' },
} as const

test('column titles and page numbers are on every page, and a long name takes the lines that it needs', async () => {
  const { texts, pages } = readPdf(await buffer(await printReport('waste', longReport(120), printing)))
  expect(pages.length).toBeGreaterThan(2)
  const labels = reportLabels('sv')
  expect(texts.filter(text => text === labels.rows.product)).toHaveLength(pages.length)
  expect(texts.filter(text => / \/ \d+$/.test(text))).toEqual(pages.map((_, at) => `${at + 1} / ${pages.length}`))
  expect(texts).toContain('Hamnen')
  const name = texts.indexOf(texts.find(text => text.startsWith('Tuote 10 ')) ?? '')
  expect(texts[name + 1]).toMatch(/marjamehua/)
})

test('a long report has all rows and column titles, and no tags, whose structure needs too much memory', async () => {
  const [long, short] = await Promise.all(
    [MAX_TAGGED_ROWS + 1, MAX_TAGGED_ROWS].map(async count =>
      readPdf(await buffer(await printReport('waste', longReport(count), printing))),
    ),
  )
  expect(short?.root).toBeDefined()
  expect(long?.root).toBeUndefined()
  expect(long?.dictionaries.filter(each => /\/StructElem|\/Marked true/.test(each))).toEqual([])
  expect(long?.texts.filter(text => text === '1\u00a0st')).toHaveLength(MAX_TAGGED_ROWS + 1)
  expect(long?.texts.filter(text => text === reportLabels('sv').rows.product)).toHaveLength(long?.pages.length ?? 0)
  expect(long?.dictionaries).toContainEqual(expect.stringContaining('/Lang (sv)'))
})

test.runIf(onlyInFullTier('it prints a PDF of thousands of rows'))(
  'a report of more rows than are printed says so, and its totals are of all of them',
  async () => {
    const count = MAX_PRINTED_ROWS + 5
    const { texts } = readPdf(await buffer(await printReport('waste', longReport(count), printing)))
    expect(texts.filter(text => text === '1\u00a0st')).toHaveLength(MAX_PRINTED_ROWS)
    expect(texts.join(' ')).toContain(`De första ${MAX_PRINTED_ROWS} av ${count} rader.`)
    expect(parseCents(texts[texts.indexOf(reportLabels('sv').figures.value) + 1] ?? '')).toBe(count * 100_00)
  },
)
