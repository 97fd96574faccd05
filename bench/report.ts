import { cpus } from 'node:os'
import { PRODUCTS } from './bench-stock.ts'
import type { Memory } from './memory.ts'
import type { Compared } from './rounds.ts'
import type { Starts } from './starts-bench.ts'
import type { Statements } from './statements-bench.ts'

export type Results = {
  starts: Starts
  products: Compared & { bytes: number }
  ordersOfOne: Compared
  ordersOfEight: Compared
  statements: Statements
  memory: Memory | undefined
  postgresVersion: string
}

type Row = { figure: string; measured: string; aim: string; result: string }

const whole = (value: number) => Math.round(value).toLocaleString('en')
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const verdict = (isReached: boolean) => (isReached ? 'reached' : 'missed')

function comparedRow(figure: string, { oursPerSecond, otherPerSecond, ratio }: Compared, aim: number): Row {
  const measured = `${whole(oursPerSecond)}/s against ${whole(otherPerSecond)}/s`
  const shown = ratio.toFixed(2)
  return { figure, measured, aim: `≥ ${aim.toFixed(2)}`, result: `${shown}, ${verdict(Number(shown) >= aim)}` }
}

const startRow = (figure: string, ms: number, aimMs?: number): Row => ({
  figure,
  measured: seconds(ms),
  aim: aimMs ? `< ${seconds(aimMs)}` : '',
  result: aimMs ? verdict(ms < aimMs) : '',
})

function rowsOf({ products, ordersOfOne, ordersOfEight, statements, starts, memory }: Results): Row[] {
  const memoryRow = (figure: string, megabytes: number): Row => ({
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
    comparedRow('order placed and paid over HTTP, 1 shopper, to raw pg', ordersOfOne, 0.4),
    comparedRow('order placed and paid over HTTP, 8 shoppers, to raw pg', ordersOfEight, 0.4),
    {
      figure: 'SQL statements per order',
      measured: `${statements.all} (${statements.withoutBeginAndCommit} without begin and commit)`,
      aim: '≤ 20',
      result: verdict(statements.all <= 20),
    },
    startRow('first start, empty directory', starts.firstMs),
    startRow('later start', starts.laterMs, 3000),
    startRow('start after kill -9', starts.afterKillMs, 3000),
    ...(memory ? [memoryRow('memory of Node after the load', memory.nodeMegabytes)] : []),
    ...(memory ? [memoryRow('memory of PostgreSQL after the load', memory.postgresMegabytes)] : []),
  ]
}

/** The machine and the table, in Markdown that is also readable in a terminal. */
export function reportOf(results: Results): string {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${process.platform}`
  const head: Row = { figure: 'figure', measured: 'measured', aim: 'aim', result: 'ratio or verdict' }
  const rows = rowsOf(results)
  const widthOf = (key: keyof Row) => Math.max(...[head, ...rows].map(row => row[key].length))
  const keys = ['figure', 'measured', 'aim', 'result'] as const
  const line = (row: Row) => `| ${keys.map(key => row[key].padEnd(widthOf(key))).join(' | ')} |`
  const rule = `| ${keys.map(key => '-'.repeat(widthOf(key))).join(' | ')} |`
  const software = `Node ${process.versions.node}, PostgreSQL ${results.postgresVersion}`
  return [`${machine}; ${software}.`, '', line(head), rule, ...rows.map(line)].join('\n')
}
