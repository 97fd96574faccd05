import type { Store } from '#contract/stores/stores.ts'
import { formatDate, isoDate, formatTime } from '#domain/format/date-format.ts'
import { weekdayText } from '#domain/format/day-names.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { useRenewedNow } from '#web/kit/api/use-renewed-now.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

type OpeningHours = Pick<Store, 'always_open' | 'is_open' | 'changes_at' | 'time_zone'>
type StatusTextContext = { t: Translate; language: string; timeZone: string }

function statusText(status: OpeningStatus, { t, language, timeZone }: StatusTextContext): string {
  if (status.text === 'openUntil') return t('home.openUntil', { time: status.time })
  if (status.text === 'closedUntil') return t('home.closedUntil', { time: status.time })
  if (status.text !== 'closedUntilDay') return t(`home.${status.text}`)
  const { changesAt, isThisWeek, time } = status
  return t('home.closedUntilDay', {
    day: isThisWeek ? weekdayText(isoDate(changesAt, timeZone), language, 'short') : formatDate(changesAt, timeZone),
    time,
  })
}

/** Open or closed, and until when. */
export function OpeningPill({ store }: { store: OpeningHours }) {
  const { t, i18n } = useTranslation()
  const status = openingStatus(store, useRenewedNow())
  return (
    <StatusPill tone={status.isOpen ? 'open' : 'closed'} dot>
      {statusText(status, { t, language: i18n.resolvedLanguage ?? 'en', timeZone: store.time_zone })}
    </StatusPill>
  )
}

/** In a store with test payments: that nothing will be charged. */
export function TestPill({ store }: { store: Pick<Store, 'test_payment'> | undefined }) {
  const { t } = useTranslation()
  return store?.test_payment && <StatusPill tone="attention">{t('home.testPayment')}</StatusPill>
}

/** A store's opening state, and its text. */
export type OpeningStatus = { isOpen: boolean } & (
  | { text: 'openAlways' | 'openNow' | 'closedNow' }
  | { text: 'openUntil' | 'closedUntil'; time: string }
  | { text: 'closedUntilDay'; time: string; changesAt: Date; isThisWeek: boolean }
)

const DAYS_OF_A_WEEK = 6

const plainStatus = (isOpen: boolean): OpeningStatus => ({ isOpen, text: isOpen ? 'openNow' : 'closedNow' })

/** Whether a store is open, and when that changes, in everyday terms. */
export function openingStatus(store: OpeningHours, now: Date): OpeningStatus {
  const { is_open, changes_at, time_zone } = store
  if (store.always_open) return { isOpen: true, text: 'openAlways' }
  if (changes_at === null) return plainStatus(is_open)
  const changesAt = new Date(changes_at)
  // Outdated, from before the network was lost: the change has happened, and the next is unknown.
  if (changesAt <= now) return plainStatus(!is_open)
  const time = formatTime(changesAt, time_zone)
  const today = isoDate(now, time_zone)
  const day = isoDate(changesAt, time_zone)
  if (is_open) return day <= plusDays(today, 1) ? { isOpen: true, text: 'openUntil', time } : plainStatus(true)
  if (day === today) return { isOpen: false, text: 'closedUntil', time }
  const isThisWeek = day <= plusDays(today, DAYS_OF_A_WEEK)
  return { isOpen: false, text: 'closedUntilDay', time, changesAt, isThisWeek }
}
