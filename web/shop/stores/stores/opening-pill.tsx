import type { Store } from '#contract/stores/stores.ts'
import { formatDate, isoDate } from '#domain/format/date-format.ts'
import { weekdayText } from '#domain/format/day-names.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { type OpeningStatus, openingStatus } from './opening-status.ts'
import { useRenewedNow } from './use-renewed-now.ts'

type Hours = Pick<Store, 'always_open' | 'is_open' | 'changes_at' | 'time_zone'>
type Place = { t: Translate; language: string; timeZone: string }

function statusText(status: OpeningStatus, { t, language, timeZone }: Place): string {
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
export function OpeningPill({ store }: { store: Hours }) {
  const { t, i18n } = useTranslation()
  const status = openingStatus(store, useRenewedNow())
  return (
    <StatusPill tone={status.isOpen ? 'open' : 'closed'} dot>
      {statusText(status, { t, language: i18n.resolvedLanguage ?? 'en', timeZone: store.time_zone })}
    </StatusPill>
  )
}
