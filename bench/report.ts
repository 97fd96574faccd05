import { cpus } from 'node:os'
import { PRODUCTS } from './bench-stock.ts'
import type { Memory } from './memory.ts'
import type { OrdersBench } from './orders-bench.ts'
import type { Compared } from './rounds.ts'
import type { Starts } from './starts-bench.ts'
import type { Statements } from './statements-bench.ts'

export type Results = {
  starts: Starts
  products: Compared & { bytes: number }
  ordersOfOne: OrdersBench
  ordersOfEight: OrdersBench
  statements: Statements
  memory: Memory | undefined
  postgresVersion: string
}

/** Of Node and PostgreSQL together. */
const PROCESSOR_MS = 4

type ReportRow = { figure: string; measured: string; aim: string; result: string }

const whole = (value: number) => Math.round(value).toLocaleString('en')
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const verdict = (isReached: boolean) => (isReached ? 'reached' : 'missed')

function comparedRow(figure: string, { oursPerSecond, otherPerSecond, ratio }: Compared, aim?: number): ReportRow {
  const measured = `${whole(oursPerSecond)}/s against ${whole(otherPerSecond)}/s`
  const shown = ratio.toFixed(2)
  if (aim === undefined) return { figure, measured, aim: '', result: shown }
  return { figure, measured, aim: `≥ ${aim.toFixed(2)}`, result: `${shown}, ${verdict(Number(shown) >= aim)}` }
}

const startRow = (figure: string, ms: number, aimMs?: number): ReportRow => ({
  figure,
  measured: seconds(ms),
  aim: aimMs ? `< ${seconds(aimMs)}` : '',
  result: aimMs ? verdict(ms < aimMs) : '',
})

const maxRow = (figure: string, count: number, max: number): ReportRow => ({
  figure,
  measured: String(count),
  aim: `≤ ${max}`,
  result: verdict(count <= max),
})

/** What the orders of some shoppers took: rates, latency, processor and write-ahead log. */
function orderRows(
  label: string,
  { toSameCommits, toOneCommit, medianMs, processorMs, walBytes }: OrdersBench,
): ReportRow[] {
  const cost = processorMs && {
    figure: `processor per order, ${label}`,
    measured: `${(processorMs.node + processorMs.postgres).toFixed(1)} ms (Node ${processorMs.node.toFixed(1)}, PostgreSQL ${processorMs.postgres.toFixed(1)})`,
    aim: `≤ ${PROCESSOR_MS} ms`,
    result: verdict(processorMs.node + processorMs.postgres <= PROCESSOR_MS),
  }
  return [
    comparedRow(`order placed and paid over HTTP, ${label}, to raw pg in as many commits`, toSameCommits),
    comparedRow(`the same to raw pg in one commit`, toOneCommit),
    { figure: `time of an order, median, ${label}`, measured: `${medianMs.toFixed(1)} ms`, aim: '', result: '' },
    ...(cost ? [cost] : []),
    { figure: `write-ahead log per order, ${label}`, measured: `${whole(walBytes)} bytes`, aim: '', result: '' },
  ]
}

function toRows({ products, ordersOfOne, ordersOfEight, statements, starts, memory }: Results): ReportRow[] {
  const memoryRow = (figure: string, megabytes: number): ReportRow => ({
    figure,
    measured: `${whole(megabytes)} MB`,
    aim: '',
    result: '',
  })
  return [
    comparedRow(
      `GET /api/products, ${PRODUCTS} products, ${whole(products.bytes)} bytes of brotli, to bare node:http`,
      products,
      0.8,
    ),
    ...orderRows('1 shopper', ordersOfOne),
    ...orderRows('8 shoppers', ordersOfEight),
    maxRow('database round trips per order', statements.roundTrips, 8),
    maxRow('commits per order', statements.commits, 4),
    maxRow('statements per order that are planned again', statements.unprepared, 0),
    startRow('first start, empty directory', starts.firstMs),
    startRow('later start', starts.laterMs, 3000),
    startRow('start after kill -9', starts.afterKillMs, 3000),
    ...(memory ? [memoryRow('memory of Node after the load', memory.nodeMegabytes)] : []),
    ...(memory ? [memoryRow('memory of PostgreSQL after the load', memory.postgresMegabytes)] : []),
  ]
}

/** The machine and the table, in Markdown that is also readable in a terminal. */
export function formatReport(results: Results): string {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${process.platform}`
  const head: ReportRow = { figure: 'figure', measured: 'measured', aim: 'aim', result: 'ratio or verdict' }
  const rows = toRows(results)
  const getWidth = (key: keyof ReportRow) => Math.max(...[head, ...rows].map(row => row[key].length))
  const keys = ['figure', 'measured', 'aim', 'result'] as const
  const line = (row: ReportRow) => `| ${keys.map(key => row[key].padEnd(getWidth(key))).join(' | ')} |`
  const rule = `| ${keys.map(key => '-'.repeat(getWidth(key))).join(' | ')} |`
  const software = `Node ${process.versions.node}, PostgreSQL ${results.postgresVersion}`
  return [`${machine}; ${software}.`, '', line(head), rule, ...rows.map(line)].join('\n')
}
