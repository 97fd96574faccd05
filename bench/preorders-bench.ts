import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { runChild } from './child.ts'
import type { PreorderLoad, PreorderResult } from './preorder-load.ts'
import { getCap, openEvent, readSold, SCARCE, stockForPreorders, type EventSold } from './preorder-stock.ts'
import { between, measureProcessorTime, type ProcessorTime } from './processor.ts'
import { startShop, type RunningShop } from './running-shop.ts'

const SHOPPERS = Number(process.env.PUOTI_BENCH_SHOPPERS ?? 5_000)
const WITHIN_SECONDS = 60
const AT_ONCE = 200

type Opening = { result: PreorderResult; sold: EventSold; load: number; processor: ProcessorTime | undefined }
export type Openings = { within: Opening; atOnce: Opening }

/** Five thousand shoppers at the opening of an event: within a minute, and then another five thousand as fast as possible. */
export async function benchPreorders(log: (line: string) => void): Promise<Openings> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const shop = await startShop(dataDir)
  const shoppersFile = join(dataDir, 'bench-shoppers.json')
  try {
    log(`${SHOPPERS} shoppers within ${WITHIN_SECONDS} seconds …`)
    const within = await openToAll(shop, { shoppersFile, overSeconds: WITHIN_SECONDS, atOnce: 0 })
    log(`${SHOPPERS} shoppers, ${AT_ONCE} at once …`)
    return { within, atOnce: await openToAll(shop, { shoppersFile, overSeconds: 0, atOnce: AT_ONCE }) }
  } finally {
    await shop.stop('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Pace = Omit<PreorderLoad, 'origin' | 'eventId'>

async function openToAll(shop: RunningShop, pace: Pace): Promise<Opening> {
  const stock = await stockForPreorders(shop, SHOPPERS)
  await writeFile(pace.shoppersFile, JSON.stringify(stock.shoppers))
  await openEvent(shop, stock.eventId)
  const load: PreorderLoad = { origin: shop.origin, eventId: stock.eventId, ...pace }
  const before = measureProcessorTime(shop)
  const result = await runChild<PreorderResult>('bench/preorder-load.ts', load)
  const after = measureProcessorTime(shop)
  const processor = before && after && between(before, after)
  return { result, sold: await readSold(shop, stock), load: loadavg()[0] ?? 0, processor }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? NaN
const whole = (value: number) => Math.round(value).toLocaleString('en')

function formatColumn({ result, sold, load, processor }: Opening): string[] {
  const { booked = 0, 'preorder.soldOut': soldOut = 0, ...others } = result.answers
  const other = Object.entries(others).map(([what, count]) => `${count} × ${what}`)
  const isRight = sold.exact === SCARCE && sold.wrong === 0 && sold.bookedOrders === booked
  return [
    whole(booked),
    whole(soldOut),
    other.join(', ') || 'none',
    `${sold.exact} of ${SCARCE}, ${isRight ? 'and every row agrees with its orders' : 'WRONG'}`,
    `${whole(percentile(result.bookingMs, 0.5))} / ${whole(percentile(result.bookingMs, 0.95))} ms`,
    `${whole(percentile(result.visitMs, 0.5))} / ${whole(percentile(result.visitMs, 0.95))} ms`,
    `${whole(booked / result.seconds)}/s over ${result.seconds.toFixed(1)} s`,
    processor ? `${each(processor.nodeSeconds)} / ${each(processor.postgresSeconds)} ms` : 'not known',
    load.toFixed(1),
  ]
}

const each = (seconds: number) => ((seconds * 1000) / SHOPPERS).toFixed(1)

/** A Markdown table. */
export function formatPreordersReport({ within, atOnce }: Openings): string {
  const figures = [
    'booked',
    'sold out',
    'any other answer',
    `caps of ${getCap(SHOPPERS)} sold to the last piece`,
    'booking, p50 / p95',
    'look, order and booking, p50 / p95',
    'bookings',
    'processor time per shopper, Node / PostgreSQL',
    'load of the machine at the end',
  ]
  const [slow, fast] = [formatColumn(within), formatColumn(atOnce)]
  const rows = figures.map((figure, at) => `| ${figure} | ${slow[at]} | ${fast[at]} |`)
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${process.platform}`
  return [
    `${machine}; Node ${process.versions.node}.`,
    '',
    `| ${whole(SHOPPERS)} shoppers | within ${WITHIN_SECONDS} s | ${AT_ONCE} at once |`,
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}
