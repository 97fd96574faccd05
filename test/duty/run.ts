// npm run drill -- duty: a night in which everything that keepers are called for happens, while servers, the database, the mail server and
// terminals are killed; judges by the messages that arrived at people.
import { parseArgs } from 'node:util'
import { SEED_OPTION } from '#test/faults/drills/run-drill.ts'
import { playDuty } from './play-duty.ts'

/** Faults of each kind. */
const SHOWN = 20

const { values } = parseArgs({
  options: {
    causes: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '20' },
    from: { type: 'string', default: '20' },
    hours: { type: 'string', default: '13' },
    seed: SEED_OPTION,
  },
})
const [causes, kills, minutes] = [Number(values.causes), Number(values.kills), Number(values.minutes)]
const { seed, from, hours } = values
const played = await playDuty({
  causes,
  kills,
  seed,
  minutes,
  fromHour: Number(from),
  hours: Number(hours),
  log: line => console.error(line),
})
const { lost, double, wrong, copies, waits, messages, failedPushes, seconds } = played
const killed = Object.entries(Object.groupBy(played.kills, ({ part }) => part)).map(
  ([part, each]) => `${part} ${each.length}`,
)
const sorted = waits.toSorted((a, b) => a - b)
const share = (part: number) => sorted[Math.floor(sorted.length * part)]?.toFixed(1) ?? '–'
console.log(`${causes} causes, ${hours} hours in ${seconds.toFixed(0)} s; seed ${seed}; killed: ${killed.join(', ')}`)
console.log(`${messages} messages; copies by kills: ${copies}; notifications that count as failed: ${failedPushes}`)
console.log(`minutes from the cause to the first call, of those that can’t wait: p50 ${share(0.5)}, p95 ${share(0.95)}`)
console.log(`lost ${lost.length}, double ${double.length}, wrong ${wrong.length}`)
for (const faults of [lost, double, wrong]) for (const each of faults.slice(0, SHOWN)) console.log(`- ${each}`)
const holds = lost.length + double.length + wrong.length === 0
console.log(holds ? 'Each was called once, and is over.' : 'This must not be.')
process.exit(holds ? 0 : 1)
