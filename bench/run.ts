// Measures the shop against the best that its machine can do, in one run, so that the ratios are valid on any machine.
// `--speed` measures the app in a browser instead. `--write` also writes the table to docs/results/benchmarks.md; `--statements` prints the
// SQL of one order. `--lists` measures the back office's lists with few products and with many, `--order-lists` the list of
// orders with 10,000 and with 1,000,000, `--growth` orders that are placed and paid in a shop with as many, `--office` the admin's home and the closings and reports with as many (`--orders N`: with N), `--users` the list of users,
// `--preorders` five thousand shoppers at the opening of an event, `--import` the import of ten thousand products from a
// spreadsheet, `--profile` where Node's processor time of an order goes, `--flood` the checkout during a flood from one address, `--push` the checkout while a message goes to ten thousand
// devices, `--restore` backup and restore of a gigabyte, `--migration` the checkout while a release changes the table of
// 5,000,000 orders (`--orders N`: of N).
import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { stockForBench } from './bench-stock.ts'
import { benchFlood, floodReportOf } from './flood-bench.ts'
import { benchGrowth } from './growth-bench.ts'
import { benchImport, importReportOf } from './import-bench.ts'
import { keepReport } from './keep-report.ts'
import { benchLists, listsReportOf } from './lists-bench.ts'
import { memoryOf } from './memory.ts'
import { benchMigration, migrationReportOf } from './migration-bench.ts'
import { benchOffice, officeReportOf } from './office-bench.ts'
import { benchOrderLists, FEW_ORDERS, MANY_ORDERS } from './order-lists-bench.ts'
import { benchOrders } from './orders-bench.ts'
import { benchPreorders, preordersReportOf } from './preorders-bench.ts'
import { benchProducts } from './products-bench.ts'
import { benchProfile } from './profile-bench.ts'
import { benchPurchase, purchaseReportOf } from './purchase-bench.ts'
import { benchPush, pushReportOf } from './push-bench.ts'
import { reportOf, type Results } from './report.ts'
import { benchRestore, restoreReportOf } from './restore-bench.ts'
import { databaseOf, startShop, type RunningShop } from './running-shop.ts'
import { benchColdScan, benchScan, coldScanReportOf, scanReportOf } from './scan-bench.ts'
import { benchSpeed, speedReportOf } from './speed-bench.ts'
import { benchStarts, type Starts } from './starts-bench.ts'
import { countStatements } from './statements-bench.ts'
import { benchUsers } from './users-bench.ts'

const say = (line: string) => console.error(line)

async function versionOf(shop: RunningShop): Promise<string> {
  const client = new Client(databaseOf(shop))
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]!.server_version
}

async function measure(shop: RunningShop, starts: Starts): Promise<Results> {
  const shoppers = await stockForBench(shop)
  say('The product list …')
  const products = await benchProducts(shop, shoppers[0]!)
  say('Orders of one shopper …')
  const ordersOfOne = await benchOrders(shop, shoppers.slice(0, 1))
  say('Orders of eight shoppers …')
  const ordersOfEight = await benchOrders(shop, shoppers)
  const memory = memoryOf(shop)
  say('Statements of an order …')
  const statements = await countStatements(shop, shoppers[0]!)
  return { starts, products, ordersOfOne, ordersOfEight, statements, memory, postgresVersion: await versionOf(shop) }
}

async function measureAll(): Promise<Results> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  try {
    say('Starts …')
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
  return reportOf(results)
}

async function reportOfApp(): Promise<string> {
  say('The camera …')
  const scans = [await benchScan(1), await benchScan(4)]
  const coldMs = await benchColdScan()
  say('Purchases …')
  const purchases = await benchPurchase()
  say('Visits …')
  return [
    speedReportOf(await benchSpeed()),
    scanReportOf(scans),
    coldScanReportOf(coldMs),
    purchaseReportOf(purchases),
  ].join('\n\n')
}

const REPORTS = {
  measured: reportOfServer,
  speed: reportOfApp,
  preorders: async () => preordersReportOf(await benchPreorders(say)),
  flood: async () => floodReportOf(await benchFlood(say)),
  push: async () => pushReportOf(await benchPush(say)),
}

const argumentOf = (option: string) =>
  process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : undefined

const isSpeed = process.argv.includes('--speed')
if (process.argv.includes('--import')) console.log(importReportOf(await benchImport()))
else if (process.argv.includes('--office'))
  console.log(officeReportOf(await benchOffice(say, Number(argumentOf('--orders') ?? 1_000_000))))
else if (process.argv.includes('--growth')) console.log(await benchGrowth(say))
else if (process.argv.includes('--profile')) console.log(await benchProfile(say))
else if (process.argv.includes('--order-lists'))
  console.log(listsReportOf(await benchOrderLists(), { few: FEW_ORDERS, many: MANY_ORDERS }))
else if (process.argv.includes('--users')) console.log(listsReportOf(await benchUsers()))
else if (process.argv.includes('--restore')) console.log(restoreReportOf(await benchRestore(say)))
else if (process.argv.includes('--migration'))
  console.log(migrationReportOf(await benchMigration(Number(argumentOf('--orders') ?? 5_000_000), say)))
else if (process.argv.includes('--lists')) console.log(listsReportOf(await benchLists()))
else {
  const asked = (['preorders', 'push', 'flood'] as const).find(one => process.argv.includes(`--${one}`))
  const name = asked ?? (isSpeed ? 'speed' : 'measured')
  const report = await REPORTS[name]()
  console.log(report)
  if (process.argv.includes('--write')) await keepReport(name, report)
}
