import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReportRow } from '#contract/administration/reports.ts'
import type { ReportName } from '#domain/administration/reports.ts'
import { renderPart } from '#web/render-part.tsx'
import { ReportChart } from './report-chart.tsx'

const row = (key: string, figures: ReportRow['figures'], name: string | null = null): ReportRow => ({
  key,
  name,
  unit: null,
  figures,
})

function renderChart(report: ReportName, rows: ReportRow[]) {
  renderPart(
    <ReportChart
      report={report}
      data={{
        at: '2026-11-20T12:30:00.000Z',
        day: null,
        rows,
        total_rows: rows.length,
        total: {},
        are_tests: false,
        leaves_out_tests: false,
      }}
    />,
  )
}

const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/gu, ' ')
const getChartLabel = () => plain(screen.getByRole('img').getAttribute('aria-label'))
/** The CSS of a bar, as it was written: happy-dom computes no `max()`. */
function readStyle(bar: Element): { length: string; isOutlined: boolean } {
  const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  const [, css = ''] = new RegExp(`\\.${[...bar.classList].at(-1)}\\{([^}]*)\\}`).exec(sheets) ?? []
  return {
    length: /(?:^|;)(?:height|width):(max[^;]*|0%)/.exec(css)?.[1] ?? '',
    isOutlined: /(?:^|;)border:/.test(css),
  }
}
/** The title and the height of each column. */
const columns = () =>
  [...screen.getByRole('img').querySelectorAll('[title]')].map(column => [
    plain(column.getAttribute('title')),
    readStyle(column).length,
  ])
/** The name, the bar's length and the figure of each row. */
const bars = () =>
  [...screen.getByRole('img').firstElementChild!.children].map(({ children: [name, line] }) => [
    name!.textContent,
    readStyle(line!.firstElementChild!.firstElementChild!).length,
    plain(line!.lastElementChild!.textContent),
  ])

const WEEK = [
  row('2026-11-16', { net: 20 }),
  row('2026-11-17', { net: 80 }),
  row('2026-11-18', { net: 0 }),
  row('2026-11-19', { net: -5 }),
  row('2026-11-20', {}),
]

test('days are columns in their order; zero, negative and absent figures have no height', () => {
  renderChart('day', WEEK)
  expect(columns()).toEqual([
    ['Mon 16.11.2026: 20,00 €', 'max(3px, 25%)'],
    ['Tue 17.11.2026: 80,00 €', 'max(3px, 100%)'],
    ['Wed 18.11.2026: 0,00 €', '0%'],
    ['Thu 19.11.2026: −5,00 €', '0%'],
    ['Fri 20.11.2026: –', '0%'],
  ])
})

test('the axis has the highest figure above the columns, and the first and the last day below', () => {
  renderChart('day', WEEK)
  const [top, , axis] = screen.getByRole('img').firstElementChild!.children
  expect(plain(top!.textContent)).toBe('80,00 €')
  expect([...axis!.children].map(label => label.textContent)).toEqual(['Mon 16.11.2026', 'Fri 20.11.2026'])
})

test('only columns above zero are outlined, because the outline of an empty one would look like a sale', () => {
  renderChart('day', WEEK)
  const outlined = [...screen.getByRole('img').querySelectorAll('[title]')].map(column => readStyle(column).isOutlined)
  expect(outlined).toEqual([true, true, false, false, false])
})

test('a single day is named once', () => {
  renderChart('day', WEEK.slice(0, 1))
  const axis = screen.getByRole('img').firstElementChild!.lastElementChild
  expect([...axis!.children].map(label => label.textContent)).toEqual(['Mon 16.11.2026'])
})

test('screen readers hear the figure and its highest row', () => {
  renderChart('day', WEEK)
  expect(getChartLabel()).toBe('Sales after refunds as a chart. Highest: Tue 17.11.2026, 80,00 €.')
})

test('the chart shows the main figure of its report', () => {
  renderChart('visits', [row('2026-11-16', { visits: 9, idle: 3 }), row('2026-11-17', { visits: 1, idle: 12 })])
  expect(getChartLabel()).toBe('Without a purchase as a chart. Highest: Tue 17.11.2026, 12.')
  expect(columns().map(([, height]) => height)).toEqual(['max(3px, 25%)', 'max(3px, 100%)'])
})

test('records are bars beside their names; one with a loss has no bar, but its figure', () => {
  renderChart('margin', [
    row('1', { margin: 40 }, 'Honey'),
    row('2', { margin: 10 }, 'Soap'),
    row('3', { margin: -4 }, 'Milk'),
  ])
  expect(bars()).toEqual([
    ['Honey', 'max(3px, 100%)', '40,00 €'],
    ['Soap', 'max(3px, 25%)', '10,00 €'],
    ['Milk', '0%', '−4,00 €'],
  ])
  expect(getChartLabel()).toBe('Margin as a chart. Highest: Honey, 40,00 €.')
})

test('of many records only the first ten are drawn, on their own scale', () => {
  const rows = Array.from({ length: 11 }, (_, at) =>
    row(String(at + 1), { net: at === 10 ? 1000 : 10 }, `Store ${at + 1}`),
  )
  renderChart('store', rows)
  expect(bars()).toHaveLength(10)
  expect(bars()[9]).toEqual(['Store 10', 'max(3px, 100%)', '10,00 €'])
})

test.each([
  ['no rows', []],
  ['only zeros', [row('2026-11-16', { net: 0 })]],
  ['only losses', [row('2026-11-16', { net: -3 })]],
])('with %s there is no chart', (_, rows) => {
  renderChart('day', rows)
  expect(screen.queryByRole('img')).toBeNull()
})
