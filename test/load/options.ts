import { parseArgs } from 'node:util'

export type Step = { perSecond: number; seconds: number; isWarmUp: boolean }

export type Options = {
  seed: string
  servers: number
  stores: number
  terminalsPerStore: number
  shoppers: number
  /** How long a shopper is at a terminal (ms). */
  terminalMs: number
  steps: Step[]
  /** Increases the rate step by step until the shop does not keep up. */
  isRamp: boolean
  /** Writes the table to docs/results/README.md. */
  write: boolean
}

/** The time of a visit without the terminal: opening the app, scanning, checking the bill, leaving (s). */
const OTHERWISE_SECONDS = 25
/** More people and terminals than are needed at once, because arrivals are random. */
const SPARE = 1.5

/** Parses the command line; the defaults are the design figures of 500 stores. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      servers: { type: 'string', default: '1' },
      stores: { type: 'string', default: '500' },
      'orders-per-second': { type: 'string', default: '50' },
      'open-pays': { type: 'string', default: '1000' },
      minutes: { type: 'string', default: '30' },
      'warm-up-seconds': { type: 'string', default: '60' },
      ramp: { type: 'boolean', default: false },
      'ramp-from': { type: 'string', default: '20' },
      'ramp-to': { type: 'string', default: '120' },
      'ramp-by': { type: 'string', default: '10' },
      'step-seconds': { type: 'string', default: '60' },
      write: { type: 'boolean', default: false },
    },
  })
  const number = (name: Exclude<keyof typeof values, 'ramp' | 'write'>): number => {
    const read = Number(values[name])
    if (!(read > 0)) throw new Error(`--${name} must be a number above 0, and is ${values[name]}`)
    return read
  }
  const perSecond = number('orders-per-second')
  const terminalSeconds = number('open-pays') / perSecond
  const steps = values.ramp
    ? planRamp({ from: number('ramp-from'), to: number('ramp-to'), by: number('ramp-by') }, number('step-seconds'))
    : [{ perSecond, seconds: number('minutes') * 60, isWarmUp: false }]
  const max = Math.max(...steps.map(step => step.perSecond))
  const stores = number('stores')
  return {
    seed: values.seed,
    servers: number('servers'),
    stores,
    terminalsPerStore: Math.ceil((max * terminalSeconds * SPARE) / stores),
    shoppers: Math.ceil(max * (terminalSeconds + OTHERWISE_SECONDS) * SPARE),
    terminalMs: terminalSeconds * 1000,
    steps: [
      { perSecond: steps[0]?.perSecond ?? perSecond, seconds: number('warm-up-seconds'), isWarmUp: true },
      ...steps,
    ],
    isRamp: values.ramp,
    write: values.write,
  }
}

type Ramp = { from: number; to: number; by: number }

/** Before each step, the open pays must reach its rate: that time is not counted. */
function planRamp({ from, to, by }: Ramp, seconds: number): Step[] {
  const rates = Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by)
  return rates.flatMap(perSecond => [
    { perSecond, seconds: seconds / 2, isWarmUp: true },
    { perSecond, seconds, isWarmUp: false },
  ])
}
