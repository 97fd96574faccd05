// npm run drill -- rolling: restarts three servers behind nginx one after the other while people pay at terminals. No client may see
// an error. With --to-next they are restarted into a next version, whose migrations are applied under them before.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate } from '#server/platform/schema/migrate.ts'
import { seconds, formatSpread, formatTable, countClientErrors, type Figure } from '../figures.ts'
import { openNginxFront } from '../world/nginx-front.ts'
import type { World, WorldOptions } from '../world/open-world.ts'
import { makeNextVersion, type NextVersion } from './next-version.ts'
import { getCrowd, runDrill, SEED_OPTION } from './run-drill.ts'
import { beginVisit, getFaults, isRight, type Visit, type VisitEnd } from './visit.ts'

const { values } = parseArgs({
  options: {
    seed: SEED_OPTION,
    restarts: { type: 'string', default: '50' },
    open: { type: 'string', default: '200' },
    'think-ms': { type: 'string', default: '12000' },
    'to-next': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})
const OPEN = Number(values.open)
/** Between two payments, shoppers pause for a while. */
const SHOPPERS = Math.ceil(OPEN * 1.3)
/** As docs/operator/several-servers.md instructs an operator: longer than nginx avoids a server that was down. */
const BETWEEN_RESTARTS_MS = 4000
const END_WITHIN_MS = 10_000
/** How long both versions serve together on the new schema. */
const TOGETHER_MS = 30_000

console.log(`Seed ${values.seed}`)
const next = values['to-next'] ? makeNextVersion() : undefined
const scene: WorldOptions = {
  ...getCrowd(SHOPPERS),
  seed: values.seed,
  servers: 3,
  thinkMs: Number(values['think-ms']),
  // Long enough that a busy machine does not cause a payment to be given up before it was sent.
  inFlightMs: 15_000,
}
const parts = {
  openFront: openNginxFront,
  env: { PUOTI_DRAIN_MS: '1000', PUOTI_TRUSTED_PROXIES: '127.0.0.1' },
}
const isClean = await runDrill({ scene, parts, play }).finally(() => next?.remove())
process.exit(isClean ? 0 : 1)

async function play(world: World): Promise<boolean> {
  const visit = beginVisit(world)
  const opens: number[] = []
  const watch = setInterval(() => void countOpen(world).then(count => opens.push(count)), 500)
  await sleep(Number(values['think-ms']) + 3000)
  opens.length = 0
  const migration = next ? await migrateUnderLoad(world, next) : []
  const errorsBefore = countErrors(visit)
  await restartInTurn(world)
  clearInterval(watch)
  const openMeanwhile = [...opens]
  const end = await visit.end()
  const figures: Figure[] = [
    ...migration,
    ['errors that clients saw before the first restart', errorsBefore],
    ...(await computeFigures({ world, visit, openMeanwhile, end })),
  ]
  console.log(formatTable(`seed ${values.seed}`, figures))
  const { answers, errors } = visit.notebook
  console.log([JSON.stringify({ answers, errors }), getFaults(end)].join('\n'))
  return isRight(end) && countErrors(visit) === 0 && getEnds(world).every(ms => ms <= END_WITHIN_MS)
}

function countErrors({ notebook }: Visit): number {
  const { failedPays, fives, broken } = countClientErrors(notebook)
  return failedPays + fives + broken
}

type DrillRun = { world: World; visit: Visit; openMeanwhile: number[]; end: VisitEnd }

async function computeFigures({ world, visit, openMeanwhile, end }: DrillRun): Promise<Figure[]> {
  const { pays, answers } = visit.notebook
  const { failedPays, fives, broken, refusedPays, slow } = countClientErrors(visit.notebook)
  const ends = getEnds(world)
  const endings = Object.entries(await getEndings(world))
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
    ['a server’s end, p50, p95 and longest', formatSpread(ends, [0.5, 0.95, 1])],
    ['servers that ended by themselves', end.selfExits.length],
    ['findings of the checker', end.findings.length],
    ['seen broken by the shop itself', end.ownViolations.length],
    ['all final after', seconds(end.recoveryMs)],
  ]
}

function getEnds({ servers }: World): number[] {
  return servers.flatMap(server => server.terminationsMs)
}

async function restartInTurn({ servers }: World): Promise<void> {
  for (let number = 0; number < Number(values.restarts); number++) {
    const server = servers[number % servers.length]
    if (!server) throw new Error('There is no server')
    server.repository = next?.repository
    await server.restart()
    if (values.verbose) console.error(`restart ${number + 1}: ended in ${seconds(server.terminationsMs.at(-1) ?? 0)}`)
    await sleep(BETWEEN_RESTARTS_MS)
  }
}

/** Migrates the schema first, under servers that don't have the migration; they serve on it for a while. */
async function migrateUnderLoad({ handle }: World, { migrations }: NextVersion): Promise<Figure[]> {
  const began = performance.now()
  const applied = await migrate(handle.pool, { next: migrations })
  const took = performance.now() - began
  if (applied.length === 0) throw new Error('There was nothing to migrate')
  await sleep(TOGETHER_MS)
  return [
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

async function getEndings({ handle }: World): Promise<Record<string, number>> {
  const { rows } = await handle.pool.query<{ state: string; count: number }>(
    'select state, count(*)::integer as count from payment_attempt group by state order by count desc',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
