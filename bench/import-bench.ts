import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Client } from 'pg'
import type { ProductImport } from '#contract/catalogue/product-imports.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { CSV_BEGINNING, csvLine, type CsvCell } from '#domain/format/csv.ts'
import { writeXlsx } from '#server/platform/files/xlsx.ts'
import { getCsrfToken } from './bench-stock.ts'
import { signInAdmin } from './lists-bench.ts'
import { getDatabase, startShop, type RunningShop } from './running-shop.ts'

const ROWS = 10_000

type Step = { step: string; seconds: number; peakMegabytes: number }
export type ImportTimes = { restMegabytes: number; steps: Step[] }
type Session = { shop: RunningShop; headers: Record<string, string> }

/** 10,000 products through the API: dry run, save, change and undo, with the server's peak resident memory in each step. */
export async function benchImport(): Promise<ImportTimes> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const shop = await startShop(dataDir)
  const client = new Client(getDatabase(shop))
  try {
    await client.connect()
    const cookie = await signInAdmin(client)
    const session = { shop, headers: { cookie, 'x-csrf-token': await getCsrfToken(shop, cookie) } }
    const vatClass = (await client.query<{ name: string }>('select name from vat_class order by id limit 1')).rows[0]!
      .name
    const restMegabytes = await measurePeak(shop)
    return { restMegabytes, steps: await measureSteps(session, vatClass) }
  } finally {
    await client.end()
    await shop.stop('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureSteps(session: Session, vatClass: string): Promise<Step[]> {
  const steps: Step[] = []
  async function measured<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    // Resets the peak.
    await writeFile(`/proc/${session.shop.pid}/clear_refs`, '5')
    const started = performance.now()
    const result = await work()
    steps.push({ step, seconds: (performance.now() - started) / 1000, peakMegabytes: await measurePeak(session.shop) })
    return result
  }
  const both = async (name: string, file: Buffer) => {
    const checked = await measured(`${name}, dry run`, () => check(session, file))
    if (checked.rows.invalid > 0) throw new Error(`${checked.rows.invalid} rows are wrong`)
    const applied = await measured(`${name}, saved`, () => call(session, `${checked.id}/apply`, '{}'))
    if (applied.outcomes.applied !== ROWS) throw new Error(`${applied.outcomes.applied} rows were saved`)
    return checked.id
  }
  await both('new products, XLSX', await buffer(writeXlsx(inOnePart(table(vatClass, 'Tuote', 1)))))
  const changed = [...table(vatClass, 'Uusi nimi', 2)]
  const id = await both(
    'all of them changed, CSV',
    Buffer.from(CSV_BEGINNING + changed.map(cells => csvLine(cells)).join('')),
  )
  await measured('the changes undone', () => call(session, `${id}/undo`, undefined))
  return steps
}

/** A realistic row: names in three languages, a description, a price, codes of a unit and of a case, and more. */
function* table(vatClass: string, name: string, euros: number): Generator<CsvCell[]> {
  yield 'name_fi,name_en,name_sv,description_fi,price,vat_class,unit,ean13,eanCase,units_per_case,supplier,sort_order,perishable'.split(
    ',',
  )
  for (let at = 1; at <= ROWS; at++) {
    const [unit, box] = [`64${String(at).padStart(10, '0')}`, `164${String(at).padStart(10, '0')}`]
    const names = [`${name} ${at}`, `Product ${at}`, `Vara ${at}`, `Hyvä tuote, jonka numero on ${at}.`]
    const codes = [unit + checkDigit(unit), box + checkDigit(box), 12]
    yield [...names, euros + (at % 500) / 100, vatClass, 'kpl', ...codes, 'Tukku Oy', at, at % 2 === 0]
  }
}

async function* inOnePart(rows: Iterable<CsvCell[]>) {
  yield [...rows]
}

const check = (session: Session, file: Buffer) => call(session, '?name=bench&create_suppliers=true', file)

async function call(
  { shop, headers }: Session,
  path: string,
  body: Buffer | string | undefined,
): Promise<ProductImport> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  const url = `${shop.origin}/api/admin/product-imports${path.startsWith('?') ? '' : '/'}${path}`
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${text}`)
  return JSON.parse(text) as ProductImport
}

/** The server process's peak resident memory since the last reset (Linux). */
async function measurePeak(shop: RunningShop): Promise<number> {
  const status = await readFile(`/proc/${shop.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? NaN) / 1024
}

/** In Markdown. The target: dry run and saving together within 20 s. */
export function formatImportReport({ restMegabytes, steps }: ImportTimes): string {
  const rows = steps.map(
    ({ step, seconds, peakMegabytes }) => `| ${step} | ${seconds.toFixed(1)} s | ${Math.round(peakMegabytes)} MB |`,
  )
  const head = `| ${ROWS.toLocaleString('en')} rows | time | largest memory of Node (${Math.round(restMegabytes)} MB before) |`
  return [head, '| --- | --- | --- |', ...rows].join('\n')
}
