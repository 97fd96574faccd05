import type { ShopStatus } from '#contract/administration/dashboard.ts'
import {
  backupLevel,
  backupState,
  booksLevel,
  diskLevel,
  outboxLevel,
  paymentsLevel,
  smsLevel,
  type StatusLevel,
} from '#domain/administration/shop-status.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'

/** `hint`: advice, which never makes the status amber. */
export type StatusItem = {
  name: string
  level: StatusLevel | 'hint'
  text: string
  to: string
}

const HEALTH_PATH = `${PATHS.settings}/health`

const toDate = (at: string | null) => (at === null ? null : new Date(at))

/** The parts of the shop's status as texts, in a fixed order. */
export function useStatusItems(status: ShopStatus | undefined): readonly StatusItem[] {
  const { t, i18n } = useTranslation()
  if (!status) return []
  const now = new Date(status.at)
  const age = (at: Date) => ageText(at, now, i18n.language)
  const words = { now, age, t }
  const version = t('adminHome.status.version', { version: status.version })
  return [
    statusItem('backup', getBackupStatus(status, words)),
    statusItem('books', getBooksStatus(status, words)),
    statusItem('payments', getPaymentsStatus(status, t), PATHS.orders),
    statusItem('outbox', getOutboxStatus(status, words)),
    ...smsParts(status, t),
    ...diskParts(status, t),
    statusItem('version', ['ok', version]),
    ...(status.has_passkey ? [] : [statusItem('passkey', ['hint', t('adminHome.status.passkey')], PATHS.passkeys)]),
  ]
}

const statusItem = (name: string, [level, text]: StatusText, to = HEALTH_PATH): StatusItem => ({
  name,
  level,
  text,
  to,
})

/** Shown only if something is wrong. */
function diskParts({ disk }: ShopStatus, t: T): StatusItem[] {
  const { min_free_bytes: minFreeBytes, is_full: isFull } = disk
  const level = diskLevel({ minFreeBytes, isFull })
  if (level === 'ok') return []
  const free = Math.round((minFreeBytes ?? 0) / 1_000_000)
  return [
    statusItem('disk', [level, isFull ? t('adminHome.status.diskFull') : t('adminHome.status.diskFills', { free })]),
  ]
}

type T = ReturnType<typeof useTranslation>['t']

type StatusLabels = { now: Date; age: (at: Date) => string; t: T }

type StatusText = [level: StatusItem['level'], text: string]

function getBackupStatus({ backup }: ShopStatus, { now, age, t }: StatusLabels): StatusText {
  const { is_scheduled: isScheduled } = backup
  const [lastAt, failedAt] = [toDate(backup.last_at), toDate(backup.failed_at)]
  const state = backupState({ isScheduled, lastAt, failedAt }, now)
  const at = state === 'failed' ? failedAt : lastAt
  return [backupLevel(state, isScheduled), t(`adminHome.status.backup.${state}`, { age: at === null ? '' : age(at) })]
}

function getBooksStatus({ invariants }: ShopStatus, { now, age, t }: StatusLabels): StatusText {
  const lookedAt = toDate(invariants.checked_at)
  const level = booksLevel({ violations: invariants.violations, checkedAt: lookedAt }, now)
  if (level === 'off') return [level, t('adminHome.status.booksViolated', { count: invariants.violations })]
  if (level === 'ok') return [level, t('adminHome.status.booksAgree')]
  return [
    level,
    lookedAt === null ? t('adminHome.status.booksNever') : t('adminHome.status.booksOld', { age: age(lookedAt) }),
  ]
}

function getPaymentsStatus({ payments }: ShopStatus, t: T): StatusText {
  const { unknown, unresolved, oldest_unknown_seconds: oldestUnknownSeconds } = payments
  const level = paymentsLevel({ unknown, unresolved, oldestUnknownSeconds })
  if (unresolved > 0) return [level, t('adminHome.status.unresolved', { count: unresolved })]
  return [level, unknown > 0 ? t('adminHome.status.unknown', { count: unknown }) : t('adminHome.status.paymentsClear')]
}

function getOutboxStatus({ outbox }: ShopStatus, { now, age, t }: StatusLabels): StatusText {
  const level = outboxLevel(outbox.oldest_seconds)
  if (level === 'ok') return [level, t('adminHome.status.outboxEmpty')]
  const since = age(new Date(now.getTime() - outbox.oldest_seconds * 1000))
  return [level, t('adminHome.status.outboxWaits', { count: outbox.waiting, age: since })]
}

/** Shown only if something is wrong: most admins do not need these codes. */
function smsParts({ sms_codes: codes }: ShopStatus, t: T): StatusItem[] {
  const level = smsLevel(codes)
  return level === 'ok' ? [] : [statusItem('sms', [level, t('adminHome.status.smsUnused', codes)], PATHS.users)]
}

const TIME_UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** `8 hours ago`, in the reader's language; less than a minute ago is `this minute`. */
export function ageText(at: Date, now: Date, language: string): string {
  const ms = Math.max(0, now.getTime() - at.getTime())
  const [unit, size] = TIME_UNITS.find(([, min]) => ms >= min) ?? TIME_UNITS[2]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(ms / size), unit)
}
