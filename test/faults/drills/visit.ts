import { setTimeout as sleep } from 'node:timers/promises'
import type { Notebook } from '../actors/notebook.ts'
import { liveAsReader, ADMINS_READ, SHOPPERS_READ } from '../actors/reader.ts'
import type { Habits } from '../actors/shopper.ts'
import { check, type Finding } from '../checker/check.ts'
import { FROM_THE_START, collectFacts } from '../checker/collect-facts.ts'
import { seconds, countClientErrors, formatFindings, type Figure } from '../figures.ts'
import { startPeople, checkOwnInvariants, idleWithinMs } from '../round.ts'
import type { World } from '../world/open-world.ts'

/** Patient people: failures are not their doing. */
const PATIENT: Habits = { preorder: 0.1, phone: 0, twoTabs: 0.1, hangUp: 0, reload: 0.1, abort: 0, cancel: 0, move: 0 }
const READERS = 6

/** The result of a visit, from the ledger, the database and the results that people received. */
export type VisitEnd = {
  findings: Finding[]
  ownViolations: string[]
  /** Servers that ended by themselves. */
  selfExits: string[]
  recoveryMs: number
  /** From rest until every mail and SMS is sent. */
  sentMs: number
  isIdle: boolean
}

/** A mail whose database dies again and again may wait long, but not after that is over: it is retried after half a minute. */
const SENT_WITHIN_MS = 120_000

export type Visit = {
  notebook: Notebook
  /** Lets everyone finish, and checks the result. */
  end(): Promise<VisitEnd>
}

/** Starts shoppers, readers and admins, as on any day. */
export function beginVisit(world: World): Visit {
  const { notebook, closing, stopAndWaitUntilIdle } = startPeople(world, world.chances.fork('people'), PATIENT)
  const { origin } = world.front
  const readers = Array.from({ length: READERS }, (_, number) => {
    const isAdmin = number % 2 === 0
    const [reader, lists] = isAdmin
      ? ([world.stocked.admin, ADMINS_READ] as const)
      : ([world.chances.pick(world.stocked.shoppers), SHOPPERS_READ] as const)
    const chances = world.chances.fork(`reader ${number}`)
    return liveAsReader({ origin, reader, lists, chances, notebook, closing })
  })
  return {
    notebook,
    async end() {
      const recoveryMs = await stopAndWaitUntilIdle()
      await Promise.all(readers)
      const sentMs = await untilSent(world)
      const facts = await collectFacts(world, notebook, { since: FROM_THE_START, isIdle: true })
      const isIdle = recoveryMs < idleWithinMs(world.options)
      const ownViolations = await checkOwnInvariants(world)
      const selfExits = world.servers.flatMap(server => server.selfExits)
      return { findings: check(facts), ownViolations, selfExits, recoveryMs, sentMs, isIdle }
    },
  }
}

async function untilSent({ handle }: World): Promise<number> {
  const started = performance.now()
  const waits = `select 1 from outbox_message where kind in ('mail', 'sms', 'receipt') and state in ('waiting', 'sending') limit 1`
  while (performance.now() - started < SENT_WITHIN_MS && (await handle.pool.query(waits)).rows.length > 0)
    await sleep(200)
  return performance.now() - started
}

/** Everything is final, and there are no findings. */
export const isRight = ({ findings, ownViolations, selfExits, isIdle, sentMs }: VisitEnd): boolean =>
  findings.length + ownViolations.length + selfExits.length === 0 && isIdle && sentMs < SENT_WITHIN_MS

export const getFaults = ({ findings, ownViolations, selfExits }: VisitEnd): string =>
  [...formatFindings(findings), ...ownViolations, ...selfExits].join('\n')

export const payFigures = ({ pays }: Notebook): Figure[] => [
  ['pay calls answered', pays.length],
  ['of them SUCCESS', pays.filter(({ code }) => code === 'SUCCESS').length],
]

export const endFigures = (notebook: Notebook, { findings, selfExits, recoveryMs, sentMs }: VisitEnd): Figure[] => [
  ['5xx that clients saw', countClientErrors(notebook).fives],
  ['acknowledged and lost, or otherwise wrong', findings.length],
  ['servers that ended by themselves', selfExits.length],
  ['all final after', seconds(recoveryMs)],
  ['and every letter sent after', seconds(sentMs)],
]
