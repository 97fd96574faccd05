import { parseArgs } from 'node:util'
import { BUGS } from './bugs/bugs.ts'
import { inTier } from '#test/tier.ts'
import type { TerminalKind } from './terminal/open-terminals.ts'

/** The most payments of one round. */
const ROUND_PAYMENTS = 2000
/** A run of no said length; kills of servers and of the database grow with it. */
const PAYMENTS = inTier({ merge: 150, full: 2000 })
/** Even in the shortest run: a second one finds what the first has left. */
const LEAST_DATABASE_KILLS = 2
/** So many that a machine of two cores is busy although each kill makes some wait for a lease to lapse. */
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
  quiescenceMs: number
  terminal: TerminalKind
  /** Measures the pay call instead. */
  latency: boolean
  /** Where to write how many checks passed and failed, as JSON. */
  counts: string | undefined
  /** Tells what happens when. */
  verbose: boolean
}

/** The command line; what is not said is of the tier, or grows with the payments. */
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
      'quiescence-ms': { type: 'string' },
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
      Math.max(LEAST_DATABASE_KILLS, Math.round((payments * 5) / ROUND_PAYMENTS)),
    ),
    bugs: values.bug ?? (values.bugs ? Object.keys(BUGS) : []),
    servers: number(values.servers, 3),
    shoppers: number(values.shoppers, SHOPPERS),
    stores: number(values.stores, 24),
    quiescenceMs: number(values['quiescence-ms'], 5000),
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

/** A long run is many rounds, each with a quiet phase and a check of its own. */
export const roundsOf = ({ payments }: Options): number => Math.max(1, Math.round(payments / ROUND_PAYMENTS))

/** The share of a count that falls into one of the rounds. */
export const shareOf = (count: number, { round, rounds }: { round: number; rounds: number }): number =>
  Math.floor((count * (round + 1)) / rounds) - Math.floor((count * round) / rounds)
