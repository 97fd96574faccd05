import { MINUTE_MS, HOUR_MS } from '#domain/durations.ts'

/** `ok`: nothing to do. `look`: check when there is time. `off`: act now. */
export type StatusLevel = 'ok' | 'warning' | 'off'

const STATUS_LEVELS = ['ok', 'warning', 'off'] as const satisfies readonly StatusLevel[]

export const highestLevel = (levels: readonly StatusLevel[]): StatusLevel =>
  STATUS_LEVELS.findLast(level => levels.includes(level)) ?? 'ok'

/** A day and two hours: an older backup means that last night's was missed. */
const BACKUP_OLD_MS = 26 * HOUR_MS

export const BACKUP_STATES = ['well', 'old', 'failed', 'never', 'none'] as const
export type BackupState = (typeof BACKUP_STATES)[number]
/** When the last backup was written, and when a later one failed. */
type BackupFacts = { isScheduled: boolean; lastAt: Date | null; failedAt: Date | null }

/** `none`: no backups are configured. */
export function backupState({ isScheduled, lastAt, failedAt }: BackupFacts, now: Date): BackupState {
  if (failedAt !== null && (lastAt === null || failedAt > lastAt)) return 'failed'
  if (lastAt === null) return isScheduled ? 'never' : 'none'
  return now.getTime() - lastAt.getTime() > BACKUP_OLD_MS ? 'old' : 'well'
}

export function backupLevel(state: BackupState, isScheduled: boolean): StatusLevel {
  if (state === 'well') return 'ok'
  return state === 'failed' || (state === 'old' && isScheduled) ? 'off' : 'warning'
}

/** By the age of the oldest waiting message; emails are normally sent within seconds. */
export function outboxLevel(oldestSeconds: number): StatusLevel {
  if (oldestSeconds > 300) return 'off'
  return oldestSeconds > 60 ? 'warning' : 'ok'
}

/** `unknown`: the server is querying the terminal. `unresolved`: an admin must decide. */
type UnclearPayments = { unknown: number; unresolved: number; oldestUnknownSeconds: number }

export function paymentsLevel({ unknown, unresolved, oldestUnknownSeconds }: UnclearPayments): StatusLevel {
  if (unresolved > 0 || oldestUnknownSeconds > 180) return 'off'
  return unknown > 0 ? 'warning' : 'ok'
}

/** The invariants of money and stock are checked every minute. */
const BOOKS_OLD_MS = 10 * MINUTE_MS

export function booksLevel(
  { violations, checkedAt }: { violations: number; checkedAt: Date | null },
  now: Date,
): StatusLevel {
  if (violations > 0) return 'off'
  return checkedAt !== null && now.getTime() - checkedAt.getTime() <= BOOKS_OLD_MS ? 'ok' : 'warning'
}

const MEGABYTE = 1_000_000
const FEW_BYTES = 1000 * MEGABYTE
const MIN_FREE_BYTES = 200 * MEGABYTE

/** `minFreeBytes`: over all disks that the server can measure; null when it can measure none. */
export function diskLevel({ minFreeBytes, isFull }: { minFreeBytes: number | null; isFull: boolean }): StatusLevel {
  if (isFull || (minFreeBytes !== null && minFreeBytes < MIN_FREE_BYTES)) return 'off'
  return minFreeBytes !== null && minFreeBytes < FEW_BYTES ? 'warning' : 'ok'
}

/** As in deploy/alarms.yml. */
const MIN_CODES = 20

/** Many unused codes indicate SMS fraud, which earns money from each SMS; over half of the codes of real users are used. */
export const smsLevel = ({ sent, used }: { sent: number; used: number }): StatusLevel =>
  sent >= MIN_CODES && used * 2 < sent ? 'off' : 'ok'

type SmsSending = { sender: string | undefined; countries: readonly string[] }

/**
 * Whether the sender of SMS must be authorised before they arrive: in Finland each name and each Finnish number, since May 2026
 * (Traficom regulation 28 L/2025). Of a gateway with a sender of its own (`sender` is undefined) nothing is known.
 */
export const mustBeAuthorised = ({ sender, countries }: SmsSending): boolean =>
  countries.includes('FI') && (sender === undefined || !sender.startsWith('+') || sender.startsWith('+358'))
