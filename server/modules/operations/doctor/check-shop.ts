import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  backupLevel,
  backupState,
  booksLevel,
  diskLevel,
  type StatusLevel,
} from '#domain/administration/shop-status.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import type { PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Config } from '#server/config/config.ts'
import { settingsInForce } from '#server/config/load-settings.ts'
import { whyNotWritable, unknownSettings } from '#server/config/start-warnings.ts'
import { newestBackup, readBackupFile } from '#server/modules/operations/backup/backup-files.ts'
import { readBackupHeader } from '#server/modules/operations/backup/restore-backup.ts'
import { type MeasuredDirectories, minFreeBytes, type Storage } from '#server/platform/db/storage.ts'
import { sumEmails, readOutbox } from '#server/platform/outbox/outbox-rows.ts'
import { missingMigrations } from '#server/platform/schema/migrate.ts'
import { mayChangeSchema } from '#server/platform/schema/shop-rights.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import type { TextKey } from '#server/texts/text.ts'
/** The input of the checks, from a server or from a command that runs next to it. */
export type DoctorNeeds = {
  config: Config
  variables: Record<string, string | undefined>
  db: Db
  terminals: PaymentTerminals
  locks: Locks
  storage: Storage
  /** The directories of the embedded database and of backups, if any. */
  directories: MeasuredDirectories
  /** The address of an unlisted proxy that forwarded the request for these checks, if any. */
  untrustedProxy?: string | undefined
  now: () => Date
}

type WithoutPrefix<Key> = Key extends `operations.doctor.findings.${infer Finding}` ? Finding : never
export type FindingText = WithoutPrefix<TextKey>
export type ResultValues = Readonly<Record<string, string | number>>

export type CheckResult = { state: StatusLevel; finding: FindingText; values?: ResultValues }

export async function checkSettings({ variables }: DoctorNeeds): Promise<CheckResult> {
  const unknown = unknownSettings(variables)
  const hints = unknown.map(({ name, nearest }) => (nearest === undefined ? name : `${name} (${nearest}?)`))
  if (unknown.length > 0) return { state: 'warning', finding: 'settingsUnknown', values: { names: hints.join(', ') } }
  return { state: 'ok', finding: 'settingsOk', values: { count: settingsInForce(variables).length } }
}

export async function checkDatabase({ db, config }: DoctorNeeds): Promise<CheckResult> {
  const { rows } = await sql<{ version: string; role: string }>`
    SELECT current_setting('server_version') AS version, current_user AS role`.execute(db)
  const values = rows[0] ?? {}
  // The embedded database is opened as its owner only by commands.
  if (config.databaseUrl !== undefined && (await mayChangeSchema(db)))
    return { state: 'warning', finding: 'databaseOwner', values }
  return { state: 'ok', finding: 'databaseOk', values }
}

export async function checkSchema({ db }: DoctorNeeds): Promise<CheckResult> {
  const [name] = (await missingMigrations(db)).missing
  return name === undefined
    ? { state: 'ok', finding: 'schemaOk' }
    : { state: 'off', finding: 'schemaMissing', values: { name } }
}

const CLOCK_LOOK_SECONDS = 2
const CLOCK_OFF_SECONDS = 30

export async function checkClock({ db }: DoctorNeeds): Promise<CheckResult> {
  const before = Date.now()
  const { rows } = await sql<{
    at: number
  }>`SELECT extract(epoch FROM clock_timestamp())::double precision AS at`.execute(db)
  // The database read its clock between the two.
  const serverSeconds = (before + Date.now()) / 2000
  const late = (Date.now() - before) / 2000
  const seconds = Math.round((Math.abs((rows[0]?.at ?? serverSeconds) - serverSeconds) + Number.EPSILON) * 10) / 10
  if (seconds - late <= CLOCK_LOOK_SECONDS)
    return { state: 'ok', finding: 'clockOk', values: { seconds: Math.max(0.1, seconds) } }
  return { state: seconds > CLOCK_OFF_SECONDS ? 'off' : 'warning', finding: 'clockOff', values: { seconds } }
}

export async function checkDirectories({ directories, config }: DoctorNeeds): Promise<CheckResult> {
  const paths = Object.values(directories).filter(path => path !== undefined)
  for (const path of paths) {
    const reason = await whyNotWritable(path)
    if (reason !== undefined) return { state: 'off', finding: 'directoriesOff', values: { path, reason } }
  }
  if (directories.backups === undefined && config.production && !config.isStaging)
    return { state: 'warning', finding: 'directoriesNone' }
  return { state: 'ok', finding: 'directoriesOk', values: { paths: paths.join(', ') || '–' } }
}

const GIGABYTE = 1_000_000_000

export async function checkDisk({ storage }: DoctorNeeds): Promise<CheckResult> {
  const minFree = await minFreeBytes(storage)
  const isFull = await storage.isFull()
  if (isFull) return { state: 'off', finding: 'diskFull' }
  if (minFree === null) return { state: 'ok', finding: 'diskUnknown' }
  const state = diskLevel({ minFreeBytes: minFree, isFull })
  const values = { free: Math.round((minFree / GIGABYTE) * 10) / 10 }
  return { state, finding: state === 'ok' ? 'diskOk' : 'diskLow', values }
}

export async function checkBackups(needs: DoctorNeeds): Promise<CheckResult> {
  const { db, config, now, directories } = needs
  const runs = db.selectFrom('backup_run').select(['ended_at', 'failure'])
  const findLastRun = (isFailure: boolean) =>
    runs
      .where('failure', isFailure ? 'is not' : 'is', null)
      .where('ended_at', 'is not', null)
      .orderBy('ended_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  const last = await findLastRun(false)
  const failed = await findLastRun(true)
  const isScheduled = config.backupTime !== undefined
  const lastAt = last?.ended_at ?? null
  const backup = backupState({ isScheduled, lastAt, failedAt: failed?.ended_at ?? null }, now())
  const state = backupLevel(backup, isScheduled)
  const hours = lastAt === null ? 0 : Math.round((now().getTime() - lastAt.getTime()) / HOUR_MS)
  if (backup === 'failed') return { state, finding: 'backupsFailed', values: { reason: failed?.failure ?? '' } }
  if (backup === 'never') return { state, finding: 'backupsNever' }
  if (backup === 'none') return { state: config.isStaging ? 'ok' : 'warning', finding: 'backupsNone' }
  const reason = await unreadableReason(directories.backups)
  if (reason !== undefined) return { state: 'off', finding: 'backupsUnreadable', values: { reason } }
  return { state, finding: backup === 'old' ? 'backupsOld' : 'backupsOk', values: { hours } }
}

/** Reads the head of the newest file; the backup itself was restored and compared when it was taken. */
async function unreadableReason(directory: string | undefined): Promise<string | undefined> {
  if (directory === undefined) return undefined
  try {
    const name = newestBackup(await readdir(directory))
    if (name === undefined) return `${directory}: no file`
    await readBackupHeader(readBackupFile(join(directory, name)))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export async function checkInvariants({ db, now }: DoctorNeeds): Promise<CheckResult> {
  const rows = await db.selectFrom('invariant_check').select(['invariant', 'violations', 'checked_at']).execute()
  const violations = rows.filter(row => row.violations > 0).map(({ invariant }) => invariant)
  const lookedAt = rows.length === 0 ? null : new Date(Math.min(...rows.map(row => row.checked_at.getTime())))
  const state = booksLevel({ violations: violations.length, checkedAt: lookedAt }, now())
  if (violations.length > 0)
    return { state, finding: 'invariantsOff', values: { names: violations.toSorted().join(', ') } }
  return { state, finding: state === 'ok' ? 'invariantsOk' : 'invariantsOld' }
}

/** What waits to be sent, and the failure that delays it. */
export async function checkMessages(needs: DoctorNeeds, channel: 'mail' | 'sms'): Promise<CheckResult> {
  const { config, db } = needs
  const by = describeCarriers(config, channel)
  if (by === undefined) return { state: config.isStaging ? 'ok' : 'warning', finding: 'messagesMailbox' }
  const outbox = await readOutbox(db)
  const { waiting, failing, oldestSeconds, reason } = channel === 'mail' ? sumEmails(outbox) : outbox.sms
  const seconds = Math.round(oldestSeconds)
  if (waiting === 0 || (failing === 0 && seconds < LATE_SECONDS))
    return { state: 'ok', finding: 'messagesOk', values: { by } }
  const state: StatusLevel = failing > 0 ? 'off' : 'warning'
  return { state, finding: 'messagesWait', values: { by, count: waiting, seconds, reason: reason ?? '–' } }
}

const LATE_SECONDS = 60

/** The mail server, or the SMS gateways in their order; undefined: the development mailbox. */
export function describeCarriers(
  { smtpUrl, smsGateways, isStaging }: Config,
  channel: 'mail' | 'sms',
): string | undefined {
  const urls = channel === 'sms' ? smsGateways.map(({ url }) => url) : smtpUrl === undefined ? [] : [smtpUrl]
  return isStaging || urls.length === 0 ? undefined : urls.map(url => new URL(url).host).join(', ')
}
