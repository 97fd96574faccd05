import { GAVE_UP } from './actors/call.ts'
import type { Notebook } from './actors/notebook.ts'
import { INVARIANTS, type Finding } from './checker/check.ts'

/** Errors that clients should not have seen. */
export function countClientErrors({ answers, errors, failedPays }: Notebook) {
  const isOurs = (status: number) => status >= 500 || status === 0
  const fives = Object.entries(answers).filter(([status]) => Number(status) >= 500)
  const { [GAVE_UP]: slow = 0, ...broken } = errors
  return {
    failedPays: failedPays.filter(({ status }) => isOurs(status)).length,
    refusedPays: failedPays.filter(({ status }) => !isOurs(status)).length,
    fives: fives.reduce((sum, [, count]) => sum + count, 0),
    broken: Object.values(broken).reduce((sum, count) => sum + count, 0),
    /** Calls whose caller stopped waiting: for an order's state, after three seconds. */
    slow,
  }
}

export type Figure = [name: string, figure: string | number]

export function formatTable(title: string, figures: Figure[]): string {
  const rows = figures.map(([name, figure]) => `| ${name.padEnd(52)} | ${String(figure).padStart(20)} |`)
  return [`| ${title.padEnd(52)} | ${''.padStart(20)} |`, `| ${'-'.repeat(52)} | ${'-'.repeat(19)}: |`, ...rows].join(
    '\n',
  )
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The values (ms) below which these shares lie. */
export const formatSpread = (values: readonly number[], shares: readonly number[]): string =>
  shares.map(share => seconds(percentile(values, share))).join(', ')

const SHOWN_FINDINGS = 20

/** The first few findings as text, and the number of the others. */
export function formatFindings(findings: Finding[]): string[] {
  const shown = findings.slice(0, SHOWN_FINDINGS)
  const words = shown.map(
    ({ invariant, what, rows }) => `${invariant} (${INVARIANTS[invariant]}): ${what}\n  ${JSON.stringify(rows)}`,
  )
  const more = findings.length - shown.length
  return more > 0 ? [...words, `… and ${more} more`] : words
}
