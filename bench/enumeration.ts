// node bench/enumeration.ts: do the response times of POST login and POST login/code reveal whether an address has an account?
import { randomUUID } from 'node:crypto'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { ownDatabase } from '#test/database/own-database.ts'
import { addShopper } from '#test/rows/orders.ts'
import { TestBrowser } from '#test/shop/test-browser.ts'

const SAMPLES = Number(process.argv[2] ?? 2000)
const WARM_UP = 100

const database = await ownDatabase()
const app = await openApp({
  config: readConfig({ NODE_ENV: 'test', PUOTI_RATE_LIMIT_FACTOR: '1000000', PUOTI_LOG_LEVEL: 'silent' }),
  database,
})
const createAddress = (kind: string) => `${kind}-${randomUUID()}@puoti.example`
const people = {
  unknown: async () => createAddress('unknown'),
  async known() {
    const email = createAddress('known')
    await addShopper(database, { email })
    return email
  },
  async blocked() {
    const email = createAddress('blocked')
    await addShopper(database, { email, blocked_at: new Date() })
    return email
  },
}
const CALLS = ['login', 'login/code'] as const
type Call = (typeof CALLS)[number]
const measureTimes = (): Record<string, number[]> => ({ unknown: [], known: [], blocked: [] })
const times: Record<Call, Record<string, number[]>> = { login: measureTimes(), 'login/code': measureTimes() }
const answers: Record<Call, Set<string>> = { login: new Set(), 'login/code': new Set() }

const browser = await new TestBrowser(app.http, {}).opened()
for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
  for (const [kind, person] of Object.entries(people)) {
    for (const call of CALLS) {
      const milliseconds = await measureTime(app, call, await person())
      if (sample >= 0) times[call][kind]?.push(milliseconds)
    }
  }
}
await app.close()
await database.close()

async function measureTime({ http }: App, call: Call, email: string): Promise<number> {
  const began = performance.now()
  const { statusCode, body } = await http.inject({
    method: 'POST',
    url: `/api/${call}`,
    headers: { cookie: browser.cookieHeader(), 'x-csrf-token': browser.csrf },
    payload: call === 'login' ? { email } : { email, code: '123456' },
  })
  answers[call].add(`${statusCode} ${body}`)
  return performance.now() - began
}

const computeMedian = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Whether the call reveals nothing: equal answers, and medians less than 2 ms apart. */
function isSilent(call: Call): boolean {
  const medians = Object.entries(times[call]).map(([kind, values]) => [kind, computeMedian(values)] as const)
  for (const [kind, median] of medians) {
    console.log(`${call.padEnd(12)} ${kind.padEnd(10)} median ${median.toFixed(3)} ms of ${SAMPLES}`)
  }
  const all = medians.map(([, median]) => median)
  const difference = Math.max(...all) - Math.min(...all)
  console.log(`${call}: difference of medians ${difference.toFixed(3)} ms; different answers: ${answers[call].size}`)
  return difference < 2 && answers[call].size === 1
}

process.exit(CALLS.map(isSilent).every(Boolean) ? 0 : 1)
