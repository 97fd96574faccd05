import { HOUR_MS } from '#domain/durations.ts'

/** What a visit begins with: a code for the door, *Start shopping*, or choosing the store. */
export const VISIT_BEGINNINGS = ['door', 'start', 'store'] as const
export type VisitBeginning = (typeof VISIT_BEGINNINGS)[number]

/** What follows within these hours belongs to the same visit. */
export const VISIT_HOURS = 2

/** Whether something at a moment belongs to a visit of which `lastAt` is the latest. Both are milliseconds since 1970. */
export const continuesVisit = (lastAt: number, at: number): boolean => at - lastAt <= VISIT_HOURS * HOUR_MS
