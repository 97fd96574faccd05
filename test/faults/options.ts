import { parseArgs } from 'node:util'
import { inTier } from '#test/tier.ts'
import { BUGS } from './planted-bugs/bugs.ts'
import type { TerminalKind } from './terminal/open-terminals.ts'

/** The number of payments of one round, about. */
const ROUND_PAYMENTS = 2000
/** A run's default length; kills of servers and of the database grow with it. */
const PAYMENTS = inTier({ merge: 150, full: 2000 })
/** Even in the shortest run: a second kill finds the state that the first one left. */
const MIN_DATABASE_KILLS = 2
/** Enough to keep a machine of two cores busy, although each kill makes some wait for a lease to expire. */
const SHOPPERS = inTier({ merge: 60, full: 160 })

export type Options = {
  seed: string
  payments: number
  serverKills: number
  databaseKills: number
  bugs: string[]
  servers: number
  shoppers: number
  stores: number
  inFlightMs: number
  terminal: TerminalKind
  /** Measures the pay call instead. */
  latency: boolean
  /** The file for the counts of passed and failed checks, as JSON. */
  counts: string | undefined
  /** Logs each event. */
  verbose: boolean
}

/** Parses the command line; defaults depend on the tier, or grow with the payments. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      payments: { type: 'string' },
      'server-kills': { type: 'string' },
      'database-kills': { type: 'string' },
      bugs: { type: 'boolean' },
      bug: { type: 'string', multiple: true },
      servers: { type: 'string' },
      shoppers: { type: 'string' },
      stores: { type: 'string' },
      'in-flight-ms': { type: 'string' },
      terminal: { type: 'string' },
      counts: { type: 'string' },
      latency: { type: 'boolean' },
      verbose: { type: 'boolean' },
    },
  })
  const number = (text: string | undefined, otherwise: number): number => {
    const read = text === undefined ? otherwise : Number(text)
    if (!Number.isInteger(read) || read < 0) throw new Error(`This is no number: ${text}`)
    return read
  }
  const payments = number(values.payments, PAYMENTS)
  return {
    seed: values.seed ?? String(Math.floor(Math.random() * 1_000_000)),
    payments,
    serverKills: number(values['server-kills'], Math.round((payments * 30) / ROUND_PAYMENTS)),
    databaseKills: number(
      values['database-kills'],
      Math.max(MIN_DATABASE_KILLS, Math.round((payments * 5) / ROUND_PAYMENTS)),
    ),
    bugs: values.bug ?? (values.bugs ? Object.keys(BUGS) : []),
    servers: number(values.servers, 3),
    shoppers: number(values.shoppers, SHOPPERS),
    stores: number(values.stores, 24),
    inFlightMs: number(values['in-flight-ms'], 5000),
    terminal: readKind(values.terminal),
    counts: values.counts,
    latency: values.latency ?? false,
    verbose: values.verbose ?? false,
  }
}

function readKind(text = 'jsonpos'): TerminalKind {
  if (text === 'test' || text === 'jsonpos') return text
  throw new Error(`There is no terminal ${text}; there are test and jsonpos`)
}

/** A long run consists of many rounds, each with a quiet phase and its own check. */
export const countRounds = ({ payments }: Options): number => Math.max(1, Math.round(payments / ROUND_PAYMENTS))

/** The share of a count that falls into one of the rounds. */
export const computeShare = (count: number, { round, rounds }: { round: number; rounds: number }): number =>
  Math.floor((count * (round + 1)) / rounds) - Math.floor((count * round) / rounds)
