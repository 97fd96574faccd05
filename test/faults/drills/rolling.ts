// npm run drill:rolling: three servers behind nginx are restarted one after the other while people stand at terminals. No
// client may see an error. With --from-previous the servers begin with the code before the newest migration.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate } from '#server/db/migrate.ts'
import { openNginxFront } from '../world/nginx-front.ts'
import { openWorld, type World } from '../world/open-world.ts'
import { previousVersion, type PreviousVersion } from './previous-version.ts'
import { beginVisit, percentile, seconds, tableOf, troublesOf, wordsOf, type Figure, type Visit } from './visit.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    restarts: { type: 'string', default: '50' },
    open: { type: 'string', default: '200' },
    'think-ms': { type: 'string', default: '12000' },
    'from-previous': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})
const OPEN = Number(values.open)
/** Between two of their payments they walk about for a while. */
const SHOPPERS = Math.ceil(OPEN * 1.3)
const TERMINALS_PER_STORE = 3
/** As docs/failover.md tells an operator: longer than nginx leaves a server alone that was away. */
const BETWEEN_RESTARTS_MS = 4000
const END_WITHIN_MS = 10_000
/** Both versions serve together on the new schema for so long. */
const TOGETHER_MS = 30_000

console.log(`Seed ${values.seed}`)
const previous = values['from-previous'] ? previousVersion() : undefined
const opened = await openWorld(
  {
    seed: values.seed,
    terminal: 'jsonpos',
    servers: 3,
    shoppers: SHOPPERS,
    stores: Math.ceil(SHOPPERS / TERMINALS_PER_STORE),
    terminalsPerStore: TERMINALS_PER_STORE,
    thinkMs: Number(values['think-ms']),
    // Long enough that a busy machine is no reason to give a payment up before it left.
    quiescenceMs: 15_000,
  },
  {
    openFront: openNginxFront,
    env: { PUOTI_DRAIN_MS: '1000', PUOTI_TRUSTED_PROXIES: '127.0.0.1' },
    earlier: previous,
  },
)
let isClean = false
try {
  isClean = await drill(opened)
} finally {
  await opened.close({ files: !isClean })
  previous?.remove()
}
process.exit(isClean ? 0 : 1)

async function drill(world: World): Promise<boolean> {
  const visit = beginVisit(world)
  const opens: number[] = []
  const watch = setInterval(() => void countOpen(world).then(count => opens.push(count)), 500)
  await pause(Number(values['think-ms']) + 3000)
  opens.length = 0
  const migration = previous ? await migrateUnderLoad(world, previous) : []
  // How the version before leaves is not ours to say any more: of it counts what it did on the new schema.
  const errorsBefore = errorsOf(visit)
  await restartInTurn(world)
  clearInterval(watch)
  const openMeanwhile = [...opens]
  const result = await visit.end()
  const selfExits = world.servers.flatMap(server => server.selfExits)
  const figures: Figure[] = [
    ...migration,
    ['errors that clients saw before the first restart', errorsBefore],
    ...(await figuresOf({ world, visit, openMeanwhile, selfExits })),
    ...figuresAtRest(result),
  ]
  console.log(tableOf(`seed ${values.seed}`, figures))
  const { answers, troubles } = visit.notebook
  const { findings, brokenByItself, isAtRest } = result
  console.log([JSON.stringify({ answers, troubles }), wordsOf(findings), ...brokenByItself, ...selfExits].join('\n'))
  const isRight = findings.length + brokenByItself.length + selfExits.length === 0
  const errors = previous ? errorsBefore : errorsOf(visit)
  return isRight && isAtRest && errors === 0 && endsOf(world).every(ms => ms <= END_WITHIN_MS)
}

function errorsOf({ notebook }: Visit): number {
  const { failedPays, fives, broken } = troublesOf(notebook)
  return failedPays + fives + broken
}

type Seen = { world: World; visit: Visit; openMeanwhile: number[]; selfExits: string[] }

async function figuresOf({ world, visit, openMeanwhile, selfExits }: Seen): Promise<Figure[]> {
  const { pays, answers } = visit.notebook
  const { failedPays, fives, broken, refusedPays, slow } = troublesOf(visit.notebook)
  const ends = endsOf(world)
  const endings = Object.entries(await endingsOf(world))
  const open = openMeanwhile.reduce((sum, count) => sum + count, 0) / Math.max(1, openMeanwhile.length)
  return [
    ['rolling restarts (SIGTERM)', ends.length],
    ['open payments at once, mean and least', `${open.toFixed(0)}, ${Math.min(...openMeanwhile)}`],
    ['payments', endings.reduce((sum, [, count]) => sum + count, 0)],
    ['of them, by state', endings.map(([state, count]) => `${state} ${count}`).join(', ')],
    ['pay calls answered', pays.length],
    ['of them IN_PROGRESS: their server went', pays.filter(({ code }) => code === 'IN_PROGRESS').length],
    ['all calls', Object.values(answers).reduce((sum, count) => sum + count, 0)],
    ['pay calls that failed', failedPays],
    ['5xx that clients saw', fives],
    ['connection errors that clients saw', broken],
    ['calls that were not waited for (3 s)', slow],
    ['pay calls refused by a rule of the shop', refusedPays],
    ['a server’s end, p50, p95 and longest', [0.5, 0.95, 1].map(share => seconds(percentile(ends, share))).join(', ')],
    ['servers that ended by themselves', selfExits.length],
  ]
}

function figuresAtRest({ findings, brokenByItself, recoveryMs }: Awaited<ReturnType<Visit['end']>>): Figure[] {
  return [
    ['findings of the checker', findings.length],
    ['seen broken by the shop itself', brokenByItself.length],
    ['all final after', seconds(recoveryMs)],
  ]
}

function endsOf({ servers }: World): number[] {
  return servers.flatMap(server => server.terminationsMs)
}

async function restartInTurn({ servers }: World): Promise<void> {
  for (let number = 0; number < Number(values.restarts); number++) {
    const server = servers[number % servers.length]
    if (!server) throw new Error('There is no server')
    server.repository = undefined
    await server.restart()
    if (values.verbose) console.error(`restart ${number + 1}: ended in ${seconds(server.terminationsMs.at(-1) ?? 0)}`)
    await pause(BETWEEN_RESTARTS_MS)
  }
}

/** The schema first, under servers that do not know of it; they serve on it for a while. */
async function migrateUnderLoad({ handle }: World, { until, commit }: PreviousVersion): Promise<Figure[]> {
  const began = performance.now()
  const applied = await migrate(handle.pool)
  const took = performance.now() - began
  if (applied.length === 0) throw new Error('There was nothing to migrate')
  await pause(TOGETHER_MS)
  return [
    ['servers began as', `${commit.slice(0, 7)}, ${until}`],
    ['migrations under them', applied.join(', ')],
    ['which took', seconds(took)],
    ['and they served on the new schema for', seconds(TOGETHER_MS)],
  ]
}

async function countOpen({ handle }: World): Promise<number> {
  const { rows } = await handle.pool.query<{ open: number }>(
    `select count(*)::integer as open from payment_attempt where state in ('INTENT', 'SENT', 'UNKNOWN')`,
  )
  return rows[0]?.open ?? 0
}

async function endingsOf({ handle }: World): Promise<Record<string, number>> {
  const { rows } = await handle.pool.query<{ state: string; count: number }>(
    'select state, count(*)::integer as count from payment_attempt group by state order by count desc',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
