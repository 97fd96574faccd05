import { availableParallelism, cpus } from 'node:os'
import { percentile } from '../faults/figures.ts'
import type { Options } from './options.ts'
import type { OwnParts } from './own-part.ts'
import type { Samples } from './samples.ts'
import type { Processors, Watched } from './watch.ts'

/** One stretch at one rate, with its results. */
export type Stretch = { perSecond: number; samples: Samples; watched: Watched; parts: OwnParts }
/** The results of the whole run, after everyone has left. */
export type Verdict = {
  broken: string[]
  attempts: number
  secondsToRest: number
  errorsWhileLeaving: Record<string, number>
}

/** Promise 25. */
export const AIMS = { ownP95Ms: 100, readsP95Ms: 50 }

const whole = (value: number) => Math.round(value).toLocaleString('en')
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : whole(value)} ms`
const spread = (times: readonly number[]) =>
  times.length === 0 ? 'none' : [0.5, 0.95, 0.99].map(share => ms(percentile(times, share))).join(' / ')
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const getMax = (values: readonly number[]) => values.reduce((top, value) => Math.max(top, value), 0)
const verdict = (isReached: boolean) => (isReached ? 'reached' : 'missed')

/** Paid orders per second, by the time of the press. */
const paidPerSecond = ({ samples, watched }: Pick<Stretch, 'samples' | 'watched'>): number =>
  (samples.codes['SUCCESS'] ?? 0) / watched.seconds

function formatShares(processors: Processors | undefined, seconds: number): string {
  if (!processors) return 'not known'
  const share = (name: keyof Processors) => `${name} ${whole((processors[name] * 100) / seconds)} %`
  return (['servers', 'database', 'shoppers', 'terminals'] as const).map(share).join(', ')
}

const counted = (counts: Record<string, number>) =>
  Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([what, count]) => `${what} ${whole(count)}`)
    .join(', ') || 'none'

type ReportRow = [figure: string, measured: string, aim?: string]

const toRows = (stretch: Stretch, end: Verdict): ReportRow[] => [
  ...visitRows(stretch),
  ...waitRows(stretch),
  ...machineRows(stretch),
  ...endRows(end),
]

function visitRows({ perSecond, samples, watched }: Stretch): ReportRow[] {
  const { arrived, codes, times, errors, errorCount } = samples
  const calls = Object.values(times).reduce((sum, list) => sum + list.length, 0)
  const each = (count: number) => `${whole(count)}, ${(count / watched.seconds).toFixed(1)}/s`
  return [
    ['shoppers who came', each(arrived), `${perSecond}/s`],
    ['orders paid', each(codes['SUCCESS'] ?? 0)],
    ['payments ended with', counted(codes)],
    ['open pay calls, mean and most', `${whole(mean(watched.openPays))}, ${whole(getMax(watched.openPays))}`],
    ['calls of the API', each(calls)],
    ['errors', counted(errors), `0, ${verdict(errorCount === 0)}`],
  ]
}

function waitRows({ samples, parts }: Stretch): ReportRow[] {
  const { times, unchanged, reads } = samples
  const atMost = (list: readonly number[], aimMs: number) =>
    `p95 ≤ ${aimMs} ms, ${verdict(percentile(list, 0.95) <= aimMs)}`
  const shareUnchanged = (kind: 'stores' | 'products') =>
    whole((unchanged[kind] * 100) / Math.max(1, times[kind].length))
  return [
    ['the shop’s own part of pay, p50 / p95 / p99', spread(parts.whole), atMost(parts.whole, AIMS.ownP95Ms)],
    ['– until the terminal has it', spread(parts.until)],
    ['– from its answer to the shopper’s', spread(parts.after)],
    ['reads, p50 / p95 / p99', spread(reads), atMost(reads, AIMS.readsP95Ms)],
    ['– who am I', spread(times.authenticate)],
    [`– stores, ${shareUnchanged('stores')} % of them 304`, spread(times.stores)],
    [`– product list, ${shareUnchanged('products')} % of them 304`, spread(times.products)],
    ['– state of the order', spread(times.order)],
    ['– the completed order', spread(times.completed)],
    ['placing an order', spread(times.place)],
  ]
}

function machineRows({ samples, watched }: Stretch): ReportRow[] {
  const { serverLagMs, connections, serverMegabytes, databaseMegabytes } = watched
  return [
    ['event loop of servers, p99 of 5 s: mean and worst', `${ms(mean(serverLagMs))}, ${ms(getMax(serverLagMs))}`],
    ['event loop of the shoppers’ process, p99', ms(watched.ownLagMs)],
    ['shoppers let in late, p95', ms(percentile(samples.late, 0.95))],
    ['memory of servers, of PostgreSQL', `${whole(serverMegabytes)} MB, ${whole(databaseMegabytes)} MB`],
    ['connections to the database, mean and most', `${whole(mean(connections))}, ${whole(getMax(connections))}`],
    ['share of one processor', formatShares(watched.processors, watched.seconds)],
  ]
}

const endRows = ({ broken, attempts, secondsToRest, errorsWhileLeaving }: Verdict): ReportRow[] => [
  ['payments that the checker looked at, of the whole run', whole(attempts)],
  ['everyone had left after', `${secondsToRest.toFixed(0)} s`],
  ['errors while they left', counted(errorsWhileLeaving)],
  ['invariants I1–I12 and the shop’s own check', broken.join(', ') || 'hold', verdict(broken.length === 0)],
]

const machine = () =>
  `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${process.platform}; Node ${process.versions.node}.`

const formatSetting = ({ servers, stores, terminalsPerStore, terminalMs, shoppers, seed }: Options) =>
  `${servers === 1 ? 'One server' : `${servers} servers behind nginx`}, ${whole(stores)} stores with ${terminalsPerStore} terminals each where a shopper takes ${(terminalMs / 1000).toFixed(0)} s, ${whole(shoppers)} shoppers; seed ${seed}.`

const formatTable = (head: readonly string[], rows: readonly (readonly (string | undefined)[])[]) => {
  const line = (cells: readonly (string | undefined)[]) =>
    `| ${head.map((_, index) => cells[index] ?? '').join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}

/** A Markdown table. */
export function formatLoadReport(options: Options, stretch: Stretch, end: Verdict): string {
  const minutes = (stretch.watched.seconds / 60).toFixed(1)
  const rows = toRows(stretch, end)
  return [
    `${machine()} ${formatSetting(options)}`,
    '',
    ...formatTable([`${stretch.perSecond} shoppers a second, ${minutes} minutes`, 'measured', 'aim'], rows),
  ].join('\n')
}

/** One row per rate. */
export function formatRampReport(
  options: Options,
  stretches: readonly Stretch[],
  { broken, attempts }: Verdict,
): string {
  const head = [
    'came',
    'paid',
    'open pays',
    'own part p50 / p95 / p99',
    'reads p50 / p95 / p99',
    'placing p95',
    'loop p99',
    'errors',
    'share of one processor',
  ]
  const rows = stretches.map(stretch => {
    const { samples, watched, parts } = stretch
    return [
      `${(samples.arrived / watched.seconds).toFixed(0)}/s`,
      `${paidPerSecond(stretch).toFixed(0)}/s`,
      whole(mean(watched.openPays)),
      spread(parts.whole),
      spread(samples.reads),
      ms(percentile(samples.times.place, 0.95)),
      ms(mean(watched.serverLagMs)),
      counted(samples.errors),
      formatShares(watched.processors, watched.seconds),
    ]
  })
  return [
    `${machine()} ${formatSetting(options)}`,
    '',
    ...formatTable(head, rows),
    '',
    `Of ${whole(attempts)} payments in all: ${broken.join(', ') || 'all invariants hold'}.`,
  ].join('\n')
}
