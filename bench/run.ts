// Measures the shop against the best that its machine can do, in one run, so that the ratios are valid on any machine.
// `--speed` measures the app in a browser instead. `--write` also writes the table to docs/results/README.md; `--statements` prints the
// SQL of one order. `--lists` measures the back office's lists with few products and with many, `--order-lists` the list of
// orders with 10,000 and with 1,000,000, `--growth` orders that are placed and paid in a shop with as many, `--office` the admin's home and the closings and reports with as many (`--orders N`: with N), `--users` the list of users,
// `--preorders` five thousand shoppers at the opening of an event, `--import` the import of ten thousand products from a
// spreadsheet, `--order-costs` what each statement of an order costs PostgreSQL, `--profile` where Node's processor time of an order goes, `--flood` the checkout during a flood from one address, `--push` the checkout while a message goes to ten thousand
// devices, `--start` the first seconds of shopping, `--restore` backup and restore of a gigabyte, `--migration` the checkout while a release changes the table of
// 5,000,000 orders (`--orders N`: of N).
import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { stockForBench } from './bench-stock.ts'
import { benchFlood, formatFloodReport } from './flood-bench.ts'
import { benchGrowth } from './growth-bench.ts'
import { benchImport, formatImportReport } from './import-bench.ts'
import { benchLists, formatListsReport } from './lists-bench.ts'
import { measureMemory } from './memory.ts'
import { benchMigration, formatMigrationReport } from './migration-bench.ts'
import { benchOffice, formatOfficeReport } from './office-bench.ts'
import { benchOrderCosts } from './order-costs-bench.ts'
import { benchOrderLists, FEW_ORDERS, MANY_ORDERS } from './order-lists-bench.ts'
import { benchOrders } from './orders-bench.ts'
import { benchPreorders, formatPreordersReport } from './preorders-bench.ts'
import { benchProducts } from './products-bench.ts'
import { benchProfile } from './profile-bench.ts'
import { benchPurchase, formatPurchaseReport } from './purchase-bench.ts'
import { benchPush, formatPushReport } from './push-bench.ts'
import { formatReport, type Results } from './report.ts'
import { benchRestore, formatRestoreReport } from './restore-bench.ts'
import { getDatabase, startShop, type RunningShop } from './running-shop.ts'
import { saveReport } from './save-report.ts'
import { benchColdScan, benchScan, formatColdScanReport, formatScanReport } from './scan-bench.ts'
import { benchSpeed, formatSpeedReport } from './speed-bench.ts'
import { benchStart, formatStartReport } from './start-bench.ts'
import { benchStarts, type Starts } from './starts-bench.ts'
import { countStatements } from './statements-bench.ts'
import { benchUsers } from './users-bench.ts'

const log = (line: string) => console.error(line)

async function requestVersion(shop: RunningShop): Promise<string> {
  const client = new Client(getDatabase(shop))
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]!.server_version
}

async function measure(shop: RunningShop, starts: Starts): Promise<Results> {
  const shoppers = await stockForBench(shop)
  log('The product list …')
  const products = await benchProducts(shop, shoppers[0]!)
  log('Orders of one shopper …')
  const ordersOfOne = await benchOrders(shop, shoppers.slice(0, 1))
  log('Orders of eight shoppers …')
  const ordersOfEight = await benchOrders(shop, shoppers)
  const memory = measureMemory(shop)
  log('Statements of an order …')
  const statements = await countStatements(shop, shoppers[0]!)
  return {
    starts,
    products,
    ordersOfOne,
    ordersOfEight,
    statements,
    memory,
    postgresVersion: await requestVersion(shop),
  }
}

async function measureAll(): Promise<Results> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  try {
    log('Starts …')
    const starts = await benchStarts(dataDir)
    const shop = await startShop(dataDir)
    try {
      return await measure(shop, starts)
    } finally {
      await shop.stop('SIGTERM')
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function reportOfServer(): Promise<string> {
  const results = await measureAll()
  if (process.argv.includes('--statements')) console.log(`${results.statements.log.join('\n')}\n`)
  return formatReport(results)
}

async function reportOfApp(): Promise<string> {
  log('The camera …')
  const scans = [await benchScan(1), await benchScan(4)]
  const coldMs = await benchColdScan()
  log('Purchases …')
  const purchases = await benchPurchase()
  log('Visits …')
  return [
    formatSpeedReport(await benchSpeed()),
    formatScanReport(scans),
    formatColdScanReport(coldMs),
    formatStartReport(await benchStart()),
    formatPurchaseReport(purchases),
  ].join('\n\n')
}

const REPORTS = {
  measured: reportOfServer,
  speed: reportOfApp,
  preorders: async () => formatPreordersReport(await benchPreorders(log)),
  flood: async () => formatFloodReport(await benchFlood(log)),
  push: async () => formatPushReport(await benchPush(log)),
}

const readArgument = (option: string) =>
  process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : undefined

const isSpeed = process.argv.includes('--speed')
if (process.argv.includes('--import')) console.log(formatImportReport(await benchImport()))
else if (process.argv.includes('--start')) console.log(formatStartReport(await benchStart()))
else if (process.argv.includes('--office'))
  console.log(formatOfficeReport(await benchOffice(log, Number(readArgument('--orders') ?? 1_000_000))))
else if (process.argv.includes('--growth')) console.log(await benchGrowth(log))
else if (process.argv.includes('--order-costs')) console.log(await benchOrderCosts(log))
else if (process.argv.includes('--profile')) console.log(await benchProfile(log))
else if (process.argv.includes('--order-lists'))
  console.log(formatListsReport(await benchOrderLists(), { few: FEW_ORDERS, many: MANY_ORDERS }))
else if (process.argv.includes('--users')) console.log(formatListsReport(await benchUsers()))
else if (process.argv.includes('--restore')) console.log(formatRestoreReport(await benchRestore(log)))
else if (process.argv.includes('--migration'))
  console.log(formatMigrationReport(await benchMigration(Number(readArgument('--orders') ?? 5_000_000), log)))
else if (process.argv.includes('--lists')) console.log(formatListsReport(await benchLists()))
else {
  const bench = (['preorders', 'push', 'flood'] as const).find(one => process.argv.includes(`--${one}`))
  const name = bench ?? (isSpeed ? 'speed' : 'measured')
  const report = await REPORTS[name]()
  console.log(report)
  if (process.argv.includes('--write')) await saveReport(name, report)
}
