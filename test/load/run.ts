// npm run load: shoppers of 500 stores arrive at random in a real shop and pay at its terminals. Measures waiting times,
// processor use, and whether every invariant holds; --ramp increases the rate until the shop does not keep up.
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { IN_MEMORY, makeRunDirectory } from '#test/files/run-directory.ts'
import { saveReport } from '../../bench/save-report.ts'
import { check } from '../faults/checker/check.ts'
import { FROM_THE_START, collectFacts } from '../faults/checker/collect-facts.ts'
import { percentile, formatFindings } from '../faults/figures.ts'
import { checkOwnInvariants } from '../faults/round.ts'
import type { FrontProxy } from '../faults/world/front-proxy.ts'
import { openNginxFront } from '../faults/world/nginx-front.ts'
import { openWorld, type World } from '../faults/world/open-world.ts'
import type { ServerProcess } from '../faults/world/server-process.ts'
import { openCrowd, type Crowd } from './crowd.ts'
import { readOptions, type Options, type Step } from './options.ts'
import { readOwnParts } from './own-part.ts'
import { formatLoadReport, formatRampReport, type Stretch, type Verdict } from './report.ts'
import { METRICS_TOKEN, watch } from './watch.ts'

/** The shop's own setting; no payment waits longer. */
const IN_FLIGHT_MS = 150_000
const PRODUCTS = 100
const FATES = { declineShare: 0.02, cancelShare: 0.01 }
const LETTERS_WITHIN_MS = 60_000
const NOTHING_PAID = { until: [], after: [], whole: [] }
/** A ramp ends when reads are this slow, or when this many times more shoppers than expected are at terminals. */
const HOPELESS = { readsP95Ms: 500, openShare: 1.4 }

const log = (line: string) => console.error(line)

const options = readOptions(process.argv.slice(2))
// A terminal has its own storage: it does not wait for the shop's disk, nor the shop's disk for it.
const ledgerDirectory = makeRunDirectory('load', IN_MEMORY)
log(`Seed ${options.seed}; a shop with ${options.stores} stores and ${options.shoppers} shoppers …`)
const world = await openShop(options)
let end: Verdict | undefined
try {
  end = await play(world)
} finally {
  await world.close({ files: end?.broken.length !== 0 })
  rmSync(ledgerDirectory, { recursive: true, force: true })
}
process.exit(end.broken.length === 0 ? 0 : 1)

function openShop({ seed, servers, stores, terminalsPerStore, shoppers, terminalMs }: Options): Promise<World> {
  const scene = { seed, servers, stores, terminalsPerStore, shoppers, products: PRODUCTS, fates: FATES }
  return openWorld(
    { ...scene, terminal: 'jsonpos', thinkMs: terminalMs, inFlightMs: IN_FLIGHT_MS },
    {
      openFront: servers === 1 ? openNoFront : openNginxFront,
      env: {
        // As with the shop's own PostgreSQL, which here runs beside the servers.
        PUOTI_DATABASE_DIRECT: 'on',
        PUOTI_METRICS_TOKEN: METRICS_TOKEN,
        ...(servers > 1 && { PUOTI_TRUSTED_PROXIES: '127.0.0.1' }),
      },
      // Same as in scripts/start.mjs.
      nodeArgs: ['--max-semi-space-size=8'],
      hasPlainWire: true,
      ledgerDirectory,
    },
  )
}

/** A single server is called directly. */
async function openNoFront([server]: readonly ServerProcess[]): Promise<FrontProxy> {
  return { origin: `http://127.0.0.1:${server?.port}`, close: async () => undefined }
}

async function play(opened: World): Promise<Verdict> {
  const crowd = openCrowd(opened)
  const stretches: Omit<Stretch, 'parts'>[] = []
  for (const step of options.steps) {
    const stretch = await playStep(opened, crowd, step)
    if (!step.isWarmUp) stretches.push(stretch)
    if (options.isRamp && !step.isWarmUp && isHopeless(stretch)) break
  }
  log('Everyone leaves …')
  const began = performance.now()
  const { errors } = await crowd.leave()
  await lettersToLeave(opened)
  const secondsToRest = (performance.now() - began) / 1000
  const verdict = { ...(await checkAll(opened, crowd)), secondsToRest, errorsWhileLeaving: errors }
  const parts = await readOwnParts(opened, crowd.shop.presses)
  const whole = stretches.map(stretch => ({ ...stretch, parts: parts.get(stretch.samples) ?? NOTHING_PAID }))
  await logResult(whole, verdict)
  return verdict
}

async function playStep(opened: World, crowd: Crowd, step: Step): Promise<Omit<Stretch, 'parts'>> {
  const { perSecond, seconds, isWarmUp } = step
  log(`${perSecond} shoppers a second for ${seconds} s${isWarmUp ? ', not counted' : ''} …`)
  const endWatch = watch(opened, crowd.shop)
  const samples = await crowd.come(perSecond, seconds)
  const watched = endWatch()
  const p95 = percentile(samples.reads, 0.95).toFixed(1)
  log(`  ${crowd.shop.openPays} open pays, reads p95 ${p95} ms, ${samples.errorCount} errors`)
  return { perSecond, samples, watched }
}

function isHopeless({ perSecond, samples, watched }: Omit<Stretch, 'parts'>): boolean {
  const isPilingUp = percentile(watched.openPays, 0.5) > HOPELESS.openShare * perSecond * (options.terminalMs / 1000)
  return percentile(samples.reads, 0.95) > HOPELESS.readsP95Ms || isPilingUp || samples.errorCount > 0
}

/** Waits for the mails of the last sales; the checker reports mails that remain. */
async function lettersToLeave({ handle }: World): Promise<void> {
  const patientUntil = performance.now() + LETTERS_WITHIN_MS
  while (performance.now() < patientUntil) {
    const { rows } = await handle.pool.query<{ remaining: number }>(
      `SELECT count(*)::integer AS left FROM outbox_message WHERE kind <> 'push' AND state IN ('waiting', 'sending')`,
    )
    if (rows[0]?.remaining === 0) return
    await sleep(500)
  }
}

/** Runs the fault run's checker, and the shop's own check over all rows. */
async function checkAll(opened: World, { shop }: Crowd): Promise<Pick<Verdict, 'broken' | 'attempts'>> {
  log('The checker …')
  const facts = await collectFacts(opened, shop.notebook, { since: FROM_THE_START, isIdle: true })
  const findings = check(facts)
  if (findings.length > 0) log(formatFindings(findings).join('\n'))
  const ownViolations = await checkOwnInvariants(opened)
  const selfExits = opened.servers.flatMap(server => server.selfExits)
  const broken = [...new Set([...findings.map(({ invariant }) => invariant), ...ownViolations, ...selfExits])]
  return { broken, attempts: facts.attempts.length }
}

async function logResult(stretches: Stretch[], verdict: Verdict): Promise<void> {
  const [first] = stretches
  if (!first) throw new Error('Nothing was measured')
  const report = options.isRamp
    ? formatRampReport(options, stretches, verdict)
    : formatLoadReport(options, first, verdict)
  console.log(report)
  if (options.write) await saveReport(options.isRamp ? 'ramp' : 'load', report)
}
