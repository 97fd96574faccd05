import { setTimeout as sleep } from 'node:timers/promises'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { FinalOutcomes, checkInvariants } from '#server/modules/operations/invariants/check-invariants.ts'
import { liveAsAdmin } from '#test/faults/actors/admin.ts'
import { liveAsDecider } from '#test/faults/actors/decider.ts'
import { liveAsLetterWriter } from '#test/faults/actors/letter-writer.ts'
import { liveAsLotKeeper } from '#test/faults/actors/lot-keeper.ts'
import { type FaultCounts, liveAsNemesis, planFaults } from '#test/faults/actors/nemesis.ts'
import { Notebook } from '#test/faults/actors/notebook.ts'
import { liveAsRefunder } from '#test/faults/actors/refunder.ts'
import { type Habits, HURRIED, liveAsShopper } from '#test/faults/actors/shopper.ts'
import { check, type Finding } from '#test/faults/checker/check.ts'
import { collectFacts, type Since, sinceThese } from '#test/faults/checker/collect-facts.ts'
import type { Facts } from '#test/faults/checker/facts.ts'
import { PHONE_SERVICES } from '#test/faults/terminal/vendor-service.ts'
import { withRecalledLot } from '#test/faults/world/dated-goods.ts'
import type { World } from '#test/faults/world/open-world.ts'
import { FAULTLESS_WIRE, type WirePlan } from '#test/faults/world/wire-proxy.ts'
import type { Chances } from './chances.ts'

/** How soon after the last fault everything must be final: a request on its way to a terminal may stay open until the in-flight window ends. */
export const idleWithinMs = ({ inFlightMs }: { inFlightMs: number }): number => 25_000 + inFlightMs

export const FAULTY_WIRE: WirePlan = {
  request: { pass: 86, lost: 3, late: 3, lateAndCut: 2, twice: 3, deliveredAndCut: 2, blackHole: 1 },
  reply: { pass: 91, lost: 4, late: 3, deliveredAndCut: 1, blackHole: 1 },
  latestMs: 2500,
}

export type RoundPlan = {
  name: string
  payments: number
  counts: FaultCounts
  since: Since
  log: (line: string) => void
}
export type RoundResult = {
  facts: Facts
  findings: Finding[]
  /** The invariants that the shop's own check found broken. */
  ownViolations: string[]
  notebook: Notebook
  counts: FaultCounts
  recoveryMs: number
  isIdle: boolean
  since: Since
  seconds: number
}

/** First safety: constant faults while people buy. Then liveness: no faults, and everything must become final. */
export async function playRound(world: World, { name, payments, counts, since, log }: RoundPlan): Promise<RoundResult> {
  const began = performance.now()
  const chances = world.chances.fork(name)
  const { notebook, ...people } = startPeople(world, chances, HURRIED)
  world.wire.plan = FAULTY_WIRE
  for (const service of world.services) service.setFaults(true)
  const plan = planFaults(chances.fork('plan'), counts, { minMs: 1000, maxMs: 20_000 })
  const progress = () => notebook.payments / payments
  const progressTimer = setInterval(
    () => log(`${notebook.payments} payments ${JSON.stringify(notebook.answers)}`),
    2000,
  )
  const done = await liveAsNemesis(world, {
    plan,
    chances: chances.fork('nemesis'),
    progress,
    log,
    closing: people.closing,
  })
  while (progress() < 1) await sleep(50)
  const recoveryMs = await people.stopAndWaitUntilIdle()
  clearInterval(progressTimer)
  const facts = await collectFacts(world, notebook, { since, isIdle: true })
  const ownViolations = await checkOwnInvariants(world)
  const isIdle = recoveryMs < idleWithinMs(world.options)
  const seconds = (performance.now() - began) / 1000
  const findings = check(facts)
  return {
    facts,
    findings,
    ownViolations,
    notebook,
    counts: done,
    recoveryMs,
    isIdle,
    since: sinceThese(since, facts),
    seconds,
  }
}

/** The check that every running shop makes each minute, here over all rows. */
export async function checkOwnInvariants(world: World): Promise<string[]> {
  const log = { error: (what: object, message: string) => console.error(message, JSON.stringify(what)) }
  const found = await checkInvariants({ db: world.handle.kysely, log }, new FinalOutcomes(), { whole: true })
  return found.filter(({ rows }) => rows.some(row => !isUnknownNotice(row))).map(({ id }) => id)
}

/** A recall's notice is sent at most once: one that a killed server was sending counts as failed, and an admin may send it again. */
const isUnknownNotice = ({ kind, state }: Record<string, unknown>): boolean => kind === 'recall' && state === 'failed'

/** Starts shoppers and admins. */
export function startPeople(world: World, chances: Chances, habits: Habits) {
  const notebook = new Notebook(world.promised)
  const [closing, end] = [new AbortController(), new AbortController()]
  const { origin } = world.front
  const { products, event } = world.stocked
  const stores = world.stocked.stores.map(({ id }) => id)
  const recalledLot = `R${chances.fork('lot').below(1e9)}`
  const datedProducts = withRecalledLot(world.stocked.datedProducts, recalledLot)
  const shoppers = world.stocked.shoppers.map((shopper, index) => {
    const person = {
      shopper,
      chances: chances.fork(`shopper ${index}`),
      habits,
      datedProducts,
      notebook,
      hasApp: PHONE_SERVICES.some(name => world.services.some(service => service.name === name)),
    }
    return liveAsShopper({ ...person, origin, products, event, stores, closing: closing.signal, end: end.signal })
  })
  const admin = liveAsAdmin(world, chances.fork('admin'), closing.signal)
  const refunders = ['one', 'another', 'a third'].map(name =>
    liveAsRefunder({ world, chances: chances.fork(`refunder ${name}`), notebook, closing: closing.signal }),
  )
  // Until the end: what is unknown then must still become final.
  void liveAsDecider({ world, chances: chances.fork('decider'), notebook, end: end.signal })
  const letters = liveAsLetterWriter({ origin, chances: chances.fork('letters'), notebook, closing: closing.signal })
  const keeper = { world, products: datedProducts, recalledLot, notebook, closing: closing.signal }
  const lots = liveAsLotKeeper({ ...keeper, chances: chances.fork('lots') })
  const everyone = Promise.all([...shoppers, admin, ...refunders, letters, lots])
  return {
    notebook,
    closing: closing.signal,
    close: () => {
      closing.abort()
      end.abort()
    },
    /** Ends network faults and new payments; resolves with the time until everything is final (ms). */
    async stopAndWaitUntilIdle(): Promise<number> {
      const faultsEndedMs = performance.now()
      world.wire.plan = FAULTLESS_WIRE
      for (const service of world.services) service.setFaults(false)
      closing.abort()
      const recoveryMs = await waitUntilIdle(world, everyone, faultsEndedMs)
      end.abort()
      return recoveryMs
    },
  }
}

/** Waits from the end of the faults until no attempt is open and everyone has received a result; at most as long as allowed. */
async function waitUntilIdle(world: World, everyone: Promise<unknown>, faultsEndedMs: number): Promise<number> {
  let areGone = false
  void everyone.then(() => (areGone = true))
  let settledAt: Date | undefined
  while (performance.now() - faultsEndedMs < idleWithinMs(world.options)) {
    if (areGone && isQuiet(world) && (await countOpen(world)) === 0) {
      settledAt ??= new Date()
      if (await areBuyersFound(world, settledAt)) return performance.now() - faultsEndedMs
    }
    await sleep(100)
  }
  return performance.now() - faultsEndedMs
}

const isQuiet = ({ services }: World) => services.every(service => service.isQuiet?.() ?? true)

/** Whether recalls have searched all sales for their buyers. */
async function areBuyersFound({ handle }: World, settledAt: Date): Promise<boolean> {
  const found = await handle.pool
    .query('select from recall where searched_until is null or searched_until <= $1', [settledAt])
    .catch(() => undefined)
  return found?.rowCount === 0
}

/** Open payments and refunds; undefined while the database is coming back. */
async function countOpen(world: World): Promise<number | undefined> {
  const states = [...OPEN_STATES, 'UNRESOLVED']
  const counted = await world.handle.pool
    .query<{ open: number }>(
      `select (select count(*) from payment_attempt where state = any($1))
        + (select count(*) from refund where outcome_at is null) as open`,
      [states],
    )
    .catch(() => undefined)
  return counted?.rows[0]?.open
}
