import type { ShopStatus } from '#contract/administration/dashboard.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
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
import { PATHS } from '#web/kit/paths.ts'
import { ageText } from './age-text.ts'

/** `hint`: advice, which never makes the status amber. */
export interface StatusItem {
  name: string
  level: StatusLevel | 'hint'
  text: string
  to: string
}

const HEALTH_PATH = `${PATHS.settings}/health`

const dateOf = (at: string | null) => (at === null ? null : new Date(at))

/** The parts of the shop's status as texts, in a fixed order rather than by severity. */
export function useStatusItems(status: ShopStatus | undefined): readonly StatusItem[] {
  const { t, i18n } = useTranslation()
  if (!status) return []
  const now = new Date(status.at)
  const age = (at: Date) => ageText(at, now, i18n.language)
  const words = { now, age, t }
  const version = t('adminHome.status.version', { version: status.version, database: status.database.version })
  return [
    part('backup', backupWords(status, words)),
    part('books', booksWords(status, words)),
    part('payments', paymentsWords(status, t), PATHS.orders),
    part('outbox', outboxWords(status, words)),
    ...smsParts(status, t),
    ...diskParts(status, t),
    part('version', ['ok', version]),
    ...(status.has_passkey ? [] : [part('passkey', ['hint', t('adminHome.status.passkey')], PATHS.passkeys)]),
  ]
}

const part = (name: string, [level, text]: Said, to = HEALTH_PATH): StatusItem => ({ name, level, text, to })

/** Shown only if something is wrong. */
function diskParts({ disk }: ShopStatus, t: T): StatusItem[] {
  const { least_free_bytes: leastFreeBytes, is_full: isFull } = disk
  const level = diskLevel({ leastFreeBytes, isFull })
  if (level === 'ok') return []
  const free = Math.round((leastFreeBytes ?? 0) / 1_000_000)
  return [part('disk', [level, isFull ? t('adminHome.status.diskFull') : t('adminHome.status.diskFills', { free })])]
}

type T = ReturnType<typeof useTranslation>['t']
type Words = { now: Date; age: (at: Date) => string; t: T }
type Said = [level: StatusItem['level'], text: string]

function backupWords({ backup }: ShopStatus, { now, age, t }: Words): Said {
  const { is_scheduled: isScheduled } = backup
  const [lastAt, failedAt] = [dateOf(backup.last_at), dateOf(backup.failed_at)]
  const state = backupState({ isScheduled, lastAt, failedAt }, now)
  const at = state === 'failed' ? failedAt : lastAt
  return [backupLevel(state, isScheduled), t(`adminHome.status.backup.${state}`, { age: at === null ? '' : age(at) })]
}

function booksWords({ books }: ShopStatus, { now, age, t }: Words): Said {
  const lookedAt = dateOf(books.looked_at)
  const level = booksLevel({ broken: books.broken, lookedAt }, now)
  if (level === 'off') return [level, t('adminHome.status.booksBroken', { count: books.broken })]
  if (level === 'ok') return [level, t('adminHome.status.booksAgree')]
  return [
    level,
    lookedAt === null ? t('adminHome.status.booksNever') : t('adminHome.status.booksOld', { age: age(lookedAt) }),
  ]
}

function paymentsWords({ payments }: ShopStatus, t: T): Said {
  const { unknown, unresolved, oldest_unknown_seconds: oldestUnknownSeconds } = payments
  const level = paymentsLevel({ unknown, unresolved, oldestUnknownSeconds })
  if (unresolved > 0) return [level, t('adminHome.status.unresolved', { count: unresolved })]
  return [level, unknown > 0 ? t('adminHome.status.unknown', { count: unknown }) : t('adminHome.status.paymentsClear')]
}

function outboxWords({ outbox }: ShopStatus, { now, age, t }: Words): Said {
  const level = outboxLevel(outbox.oldest_seconds)
  if (level === 'ok') return [level, t('adminHome.status.outboxEmpty')]
  const since = age(new Date(now.getTime() - outbox.oldest_seconds * 1000))
  return [level, t('adminHome.status.outboxWaits', { count: outbox.waiting, age: since })]
}

/** Shown only if something is wrong: most admins need not know about these codes. */
function smsParts({ sms_codes: codes }: ShopStatus, t: T): StatusItem[] {
  const level = smsLevel(codes)
  return level === 'ok' ? [] : [part('sms', [level, t('adminHome.status.smsUnused', codes)], PATHS.users)]
}
