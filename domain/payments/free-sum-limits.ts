import { centsFromEuros } from '#domain/money.ts'
import type { RecordFields } from '#domain/record-fields.ts'

/** How much a person may refund in free sums on a day, by right. Admins have no limit; other rights may refund none. */
export const FREE_SUM_LIMITS = {
  /** The sum of a keeper's free sums in all stores, in euros. */
  keeper_daily: { kind: 'euros', required: true, initial: 50 },
} as const satisfies RecordFields

type FreeSumLimits = { keeper_daily: number }

/** The saved limits, with the usual ones where none or an invalid one was saved. */
export function freeSumLimitsFrom({ keeper_daily }: Readonly<Record<string, unknown>>): FreeSumLimits {
  const isValid = typeof keeper_daily === 'number' && keeper_daily >= 0 && centsFromEuros(keeper_daily) !== undefined
  return { keeper_daily: isValid ? keeper_daily : FREE_SUM_LIMITS.keeper_daily.initial }
}

/** What a person may still refund today of a daily limit, in cents. Never negative: the limit may have been lowered meanwhile. */
export const remainingFreeSumCents = ({ limitCents, usedCents }: { limitCents: number; usedCents: number }): number =>
  Math.max(0, limitCents - usedCents)
