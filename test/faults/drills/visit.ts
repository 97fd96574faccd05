import { GAVE_UP } from '../actors/call.ts'
import { liveAsReader, ADMINS_READ, SHOPPERS_READ } from '../actors/reader.ts'
import type { Habits } from '../actors/shopper.ts'
import type { Notebook } from '../actors/told.ts'
import { check, INVARIANTS, type Finding } from '../checker/check.ts'
import { FROM_THE_START, gatherFacts } from '../checker/gather-facts.ts'
import { openDoors, ownLook, restWithinMs } from '../round.ts'
import type { World } from '../world/open-world.ts'

/** People without haste: what fails is not their doing. */
const PATIENT: Habits = { preorder: 0.1, twoTabs: 0.1, hangUp: 0, reload: 0.1, abort: 0, cancel: 0, move: 0 }
const READERS = 6

export type Visit = {
  notebook: Notebook
  /** Lets everyone finish, and looks at ledger, database and what people were told. */
  end(): Promise<{ findings: Finding[]; brokenByItself: string[]; recoveryMs: number; isAtRest: boolean }>
}

/** Lets shoppers, readers and admins in, as on any day. */
export function beginVisit(world: World): Visit {
  const { notebook, closing, comeToRest } = openDoors(world, world.chances.fork('people'), PATIENT)
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
      const recoveryMs = await comeToRest()
      await Promise.all(readers)
      const facts = await gatherFacts(world, notebook, { since: FROM_THE_START, isAtRest: true })
      const isAtRest = recoveryMs < restWithinMs(world.options)
      return { findings: check(facts), brokenByItself: await ownLook(world), recoveryMs, isAtRest }
    },
  }
}

/** What clients saw that they should not have seen. */
export function troublesOf({ answers, troubles, failedPays }: Notebook) {
  const isOurs = (status: number) => status >= 500 || status === 0
  const fives = Object.entries(answers).filter(([status]) => Number(status) >= 500)
  const { [GAVE_UP]: slow = 0, ...broken } = troubles
  return {
    failedPays: failedPays.filter(({ status }) => isOurs(status)).length,
    refusedPays: failedPays.filter(({ status }) => !isOurs(status)).length,
    fives: fives.reduce((sum, [, count]) => sum + count, 0),
    broken: Object.values(broken).reduce((sum, count) => sum + count, 0),
    /** Calls that were still open when whoever asked gave up: looks at an order, after three seconds. */
    slow,
  }
}

export type Figure = [name: string, figure: string | number]

export function tableOf(title: string, figures: Figure[]): string {
  const rows = figures.map(([name, figure]) => `| ${name.padEnd(52)} | ${String(figure).padStart(20)} |`)
  return [`| ${title.padEnd(52)} | ${''.padStart(20)} |`, `| ${'-'.repeat(52)} | ${'-'.repeat(19)}: |`, ...rows].join(
    '\n',
  )
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** The value below which so large a share lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function wordsOf(findings: Finding[]): string {
  return findings
    .slice(0, 20)
    .map(({ invariant, what, rows }) => `${invariant} (${INVARIANTS[invariant]}): ${what}\n  ${JSON.stringify(rows)}`)
    .join('\n')
}
