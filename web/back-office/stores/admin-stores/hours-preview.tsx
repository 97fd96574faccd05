import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { isoDate } from '#domain/format/date-format.ts'
import { dayText } from '#domain/format/day-text.ts'
import { type OpeningDay, openingDays, type OpeningHours, openingState } from '#domain/stores/opening-hours.ts'
import { isTimeZone } from '#domain/stores/store-form.ts'
import { isoWeekday } from '#domain/zoned-time.ts'
import { useRenewedNow } from '#web/kit/api/use-renewed-now.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { OpeningPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { useDayNames } from './hours-fields.tsx'
import { toExceptions, type StoreFormValues, toWeekly } from './store-form-values.ts'
import { foundIn } from './use-store-form.ts'

const DAYS_SHOWN = 8

const hoursIn = (draft: StoreFormValues): OpeningHours => ({
  alwaysOpen: draft.always_open,
  timeZone: draft.time_zone,
  weekly: toWeekly(draft).map(({ weekday, opens_at, closes_at }) => ({
    weekday,
    opensAt: opens_at,
    closesAt: closes_at,
  })),
  exceptions: toExceptions(draft).map(({ date, opens_at, closes_at }) => ({
    date,
    opensAt: opens_at,
    closesAt: closes_at,
  })),
})

const areHoursValid = (draft: StoreFormValues) =>
  isTimeZone(draft.time_zone) && !foundIn(draft).some(({ field }) => /^(?:hours|exceptions)/.test(field))

/** The pill that shoppers see, for hours that aren't saved yet. */
function PreviewPill({ hours, now }: { hours: OpeningHours; now: Date }) {
  const state = openingState({ ...hours, now })
  const isAlways = hours.alwaysOpen === true && state.open && !state.opensAt && !state.nextChange
  return (
    <OpeningPill
      store={{
        always_open: isAlways,
        is_open: state.open,
        changes_at: state.nextChange ?? null,
        time_zone: hours.timeZone,
      }}
    />
  )
}

function DayRow({ day: { date, hours, isAllDay, isException } }: { day: OpeningDay }) {
  const { t } = useTranslation()
  const { weekdayName } = useDayNames()
  const span = hours ? `${hours.opensAt}–${hours.closesAt}` : t('storeForm.closedDay')
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, justifyContent: 'space-between' }}>
      <span>{`${weekdayName(isoWeekday(date))} ${dayText(date)}`}</span>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 650 }}>
        {isAllDay ? t('storeForm.aroundTheClock') : span}
      </Box>
      {isException && (
        <Box component="span" sx={{ flexBasis: '100%', typography: 'body2', color: 'text.secondary' }}>
          {t('storeForm.exceptionMark')}
        </Box>
      )}
    </Box>
  )
}

/** The hours of today and the coming week, as they would be once saved. */
export function HoursPreview({ draft }: { draft: StoreFormValues }) {
  const { t } = useTranslation()
  const now = useRenewedNow()
  const isValid = areHoursValid(draft)
  return (
    <Panel component="section" aria-label={t('storeForm.preview')}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('storeForm.preview')}
      </Typography>
      {isValid ? (
        <>
          <PreviewPill hours={hoursIn(draft)} now={now} />
          <Box component="ol" sx={{ m: 0, mt: 1.5, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
            {openingDays(hoursIn(draft), isoDate(now, draft.time_zone), DAYS_SHOWN).map(day => (
              <DayRow key={day.date} day={day} />
            ))}
          </Box>
        </>
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{t('storeForm.previewFailed')}</Box>
      )}
    </Panel>
  )
}
