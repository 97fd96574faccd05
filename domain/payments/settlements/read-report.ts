import { CsvFault, csvRows, withoutGuard } from '#domain/format/csv.ts'
import { SETTLEMENT_FORMATS, SETTLEMENT_PROVIDERS, type SettlementProvider } from './settlement-formats.ts'
import { type Payout, type ReportRecord, SettlementFault } from './settlement.ts'

/** As many as the longest report has. */
const MAX_ROWS = 60_000
/** Above the headings, a report may have a title. */
const MAX_ROWS_ABOVE = 10

export type Report = { provider: SettlementProvider; payouts: Payout[] }

/** Reads a provider's report, which it recognises by its headings or, in JSON, its fields. Throws SettlementFault. */
export function readReport(text: string): Report {
  const plain = text.replace(/^\uFEFF/, '')
  const { provider, records } = /^\s*[[{]/.test(plain) ? readJson(plain) : readCsv(plain)
  const payouts = SETTLEMENT_FORMATS[provider].readPayouts(records).filter(({ lines }) => lines.length > 0)
  if (payouts.length === 0) throw new SettlementFault('empty')
  for (const { paidOn } of payouts) if (paidOn === '') throw new SettlementFault('date')
  return { provider, payouts }
}

const findProvider = (headings: ReadonlySet<string>): SettlementProvider | undefined =>
  SETTLEMENT_PROVIDERS.find(each => SETTLEMENT_FORMATS[each].headings.every(heading => headings.has(heading)))

type Records = { provider: SettlementProvider; records: ReportRecord[] }

function readCsv(text: string): Records {
  let found: { provider: SettlementProvider; headings: readonly string[] } | undefined
  const records: ReportRecord[] = []
  try {
    let row = 0
    for (const cells of csvRows(text)) {
      row++
      if (row > MAX_ROWS) throw new SettlementFault('tooManyRows')
      const values = cells.map(cell => withoutGuard(cell).trim())
      if (values.every(value => value === '')) continue
      if (found) records.push(toRecord(row, new Map(found.headings.map((heading, at) => [heading, values[at] ?? '']))))
      else {
        const headings = values.map(toHeading)
        const provider = findProvider(new Set(headings))
        if (provider) found = { provider, headings }
        else if (row > MAX_ROWS_ABOVE) throw new SettlementFault('unknownReport')
      }
    }
  } catch (error) {
    if (error instanceof CsvFault) throw new SettlementFault('notReport', { row: error.row })
    throw error
  }
  if (!found) throw new SettlementFault('unknownReport')
  return { provider: found.provider, records }
}

function readJson(text: string): Records {
  const rows = findRows(parseJson(text))
  if (rows.length > MAX_ROWS) throw new SettlementFault('tooManyRows')
  const records = rows.map(row => new Map(Object.entries(row).map(([name, value]) => [toHeading(name), toText(value)])))
  // Empty fields may be left out of some rows.
  const provider = findProvider(new Set(records.flatMap(fields => [...fields.keys()])))
  if (!provider) throw new SettlementFault(rows.length === 0 ? 'empty' : 'unknownReport')
  return { provider, records: records.map((fields, at) => toRecord(at + 1, fields)) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new SettlementFault('notReport')
  }
}

/** The rows of a list, or of the only list in an object. */
function findRows(value: unknown): object[] {
  const lists = Array.isArray(value) ? [value] : Object.values(value ?? {}).filter(Array.isArray)
  const [rows, ...others] = lists
  if (!rows || others.length > 0) throw new SettlementFault('notReport')
  return rows.filter((row: unknown) => typeof row === 'object' && row !== null)
}

const toHeading = (text: string) => text.trim().toLowerCase()
const toText = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

const toRecord = (row: number, values: ReadonlyMap<string, string>): ReportRecord => ({
  row,
  get: heading => values.get(heading) ?? '',
})
