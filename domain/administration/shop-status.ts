const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** `ok`: nothing to do. `look`: somebody should look when there is time. `off`: somebody should act. */
export type StatusLevel = 'ok' | 'look' | 'off'

const LEVELS = ['ok', 'look', 'off'] as const satisfies readonly StatusLevel[]

/** The worst of them. */
export const worstOf = (levels: readonly StatusLevel[]): StatusLevel =>
  LEVELS.findLast(level => levels.includes(level)) ?? 'ok'

/** A night and two hours: then last night's was missed. */
const BACKUP_OLD_MS = 26 * HOUR_MS

export const BACKUP_STATES = ['well', 'old', 'failed', 'never', 'none'] as const
export type BackupState = (typeof BACKUP_STATES)[number]
/** When the last backup was written, and when a later one failed. */
type Backup = { isScheduled: boolean; lastAt: Date | null; failedAt: Date | null }

/** `none`: nobody has set up that there are any. */
export function backupState({ isScheduled, lastAt, failedAt }: Backup, now: Date): BackupState {
  if (failedAt !== null && (lastAt === null || failedAt > lastAt)) return 'failed'
  if (lastAt === null) return isScheduled ? 'never' : 'none'
  return now.getTime() - lastAt.getTime() > BACKUP_OLD_MS ? 'old' : 'well'
}

export function backupLevel(state: BackupState, isScheduled: boolean): StatusLevel {
  if (state === 'well') return 'ok'
  return state === 'failed' || (state === 'old' && isScheduled) ? 'off' : 'look'
}

/** How the outbox does by the age of what waits longest: a mail is sent within seconds. */
export function outboxLevel(oldestSeconds: number): StatusLevel {
  if (oldestSeconds > 300) return 'off'
  return oldestSeconds > 60 ? 'look' : 'ok'
}

/** `unknown`: the shop is asking the terminal. `unresolved`: a person must say. */
type Unclear = { unknown: number; unresolved: number; oldestUnknownSeconds: number }

export function paymentsLevel({ unknown, unresolved, oldestUnknownSeconds }: Unclear): StatusLevel {
  if (unresolved > 0 || oldestUnknownSeconds > 180) return 'off'
  return unknown > 0 ? 'look' : 'ok'
}

/** The rules of money and stock are looked at every minute. */
const BOOKS_OLD_MS = 10 * MINUTE_MS

export function booksLevel({ broken, lookedAt }: { broken: number; lookedAt: Date | null }, now: Date): StatusLevel {
  if (broken > 0) return 'off'
  return lookedAt !== null && now.getTime() - lookedAt.getTime() <= BOOKS_OLD_MS ? 'ok' : 'look'
}

const MEGABYTE = 1_000_000
const FEW_BYTES = 1000 * MEGABYTE
const FEWEST_BYTES = 200 * MEGABYTE

/** `leastFreeBytes`: of all disks that the shop can measure; null when it can measure none. */
export function diskLevel({ leastFreeBytes, isFull }: { leastFreeBytes: number | null; isFull: boolean }): StatusLevel {
  if (isFull || (leastFreeBytes !== null && leastFreeBytes < FEWEST_BYTES)) return 'off'
  return leastFreeBytes !== null && leastFreeBytes < FEW_BYTES ? 'look' : 'ok'
}

/** As in deploy/alarms.yml. */
const FEWEST_CODES = 20

/** Who has the shop send codes that nobody types in makes money of the SMS: of people more than half use theirs. */
export const smsLevel = ({ sent, used }: { sent: number; used: number }): StatusLevel =>
  sent >= FEWEST_CODES && used * 2 < sent ? 'off' : 'ok'
