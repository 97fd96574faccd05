import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { isoDate } from '#domain/format/date-format.ts'
import { weekdayName } from '#domain/format/day-names.ts'
import { dayText } from '#domain/format/day-text.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { holidaysFrom } from '#domain/stores/finnish-holidays.ts'
import { readTimeOfDay } from '#domain/zoned-time.ts'
import { useRenewedNow } from '#web/kit/api/use-renewed-now.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { WEEKDAYS, type Weekday, type ExceptionRow, exceptionRows, typedExceptions } from './store-form-values.ts'
import type { StoreFormControl } from './use-store-form.ts'

/** The shop's own first: few stores are in another. */
const TIME_ZONES = [...new Set([SHOP_TIME_ZONE, ...Intl.supportedValuesOf('timeZone')])].map(zone => ({
  value: zone,
  label: zone,
}))

function DayFields({ form, weekday }: { form: StoreFormControl; weekday: Weekday }) {
  const { t } = useTranslation()
  const { weekdayName: dayName } = useDayNames()
  const day = dayName(weekday)
  const isOpen = form.values[`hours.${weekday}.open`]
  const timeField = (end: 'opens' | 'closes') => {
    const field = form.field(`hours.${weekday}.${end}`)
    // Formats the time on blur: 9 becomes 09:00.
    const leave = () => {
      const time = readTimeOfDay(field.value)
      if (time !== undefined) field.onChange(time)
      field.onLeave()
    }
    return { ...field, onLeave: leave }
  }
  return (
    <Box
      component="fieldset"
      sx={{ m: 0, p: 0, border: 0, minWidth: 0, gridColumn: '1 / -1', display: 'grid', gap: 1 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          alignItems: 'start',
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(0, 1fr) 160px 160px' },
        }}
      >
        <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, pt: { sm: 3 } }}>
          <CheckInput label={t('storeForm.openOn', { day })} {...form.check(`hours.${weekday}.open`)} />
        </Box>
        {isOpen && (
          <>
            <TextInput label={t('storeForm.opensOn', { day })} autoComplete="off" {...timeField('opens')} />
            <TextInput label={t('storeForm.closesOn', { day })} autoComplete="off" {...timeField('closes')} />
          </>
        )}
      </Box>
    </Box>
  )
}

/** The opening hours of an ordinary week. */
export function HoursFields({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  const copyMonday = () => {
    for (const weekday of WEEKDAYS) {
      form.set(`hours.${weekday}.open`, form.values['hours.1.open'])
      form.set(`hours.${weekday}.opens`, form.values['hours.1.opens'])
      form.set(`hours.${weekday}.closes`, form.values['hours.1.closes'])
    }
  }
  const isListed = TIME_ZONES.some(({ value }) => value === form.values.time_zone)
  const others = isListed ? [] : [{ value: form.values.time_zone, label: form.values.time_zone }]
  return (
    <FormSection title={t('storeForm.hours')} lead={t('storeForm.hoursLead')}>
      <SelectInput
        label={t('storeForm.fields.time_zone')}
        options={[...others, ...TIME_ZONES]}
        {...form.field('time_zone')}
      />
      <Wide>
        <CheckInput label={t('storeForm.fields.always_open')} {...form.check('always_open')} />
      </Wide>
      {!form.values.always_open && (
        <>
          {WEEKDAYS.map(weekday => (
            <DayFields key={weekday} form={form} weekday={weekday} />
          ))}
          <Wide>
            <Button variant="outlined" onClick={copyMonday}>
              {t('storeForm.copyMonday')}
            </Button>
          </Wide>
        </>
      )}
    </FormSection>
  )
}

/** Names of weekdays in the interface's language. Monday is 1. */
export function useDayNames() {
  const { i18n } = useTranslation()
  return { weekdayName: (weekday: number) => weekdayName(weekday, i18n.resolvedLanguage ?? 'en') }
}

const DAYS_AHEAD = 366
const MAX_OFFERED = 6
const NEW_ROW: ExceptionRow = { date: '', isClosed: true, opens: '', closes: '' }

type RowProps = {
  row: ExceptionRow
  error: string | undefined
  onChange: (row: ExceptionRow) => void
  onRemove: () => void
}

function ExceptionRowFields({ row, error, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const day = isDay(row.date) ? dayText(row.date) : t('storeForm.noDay')
  const columns = { xs: '1fr 1fr', sm: 'repeat(2, minmax(0, 1fr))', md: '170px minmax(0, 1fr) 110px 110px auto' }
  return (
    <Box
      component="fieldset"
      sx={{
        m: 0,
        p: 0,
        border: 0,
        minWidth: 0,
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: columns,
      }}
    >
      <DateInput
        label={t('storeForm.date')}
        name="exceptions"
        value={row.date}
        onChange={date => onChange({ ...row, date })}
        error={error}
      />
      <SelectInput
        label={t('storeForm.dayIs')}
        value={row.isClosed ? 'closed' : 'open'}
        options={[
          { value: 'closed', label: t('storeForm.closedAllDay') },
          { value: 'open', label: t('storeForm.otherHours') },
        ]}
        onChange={chosen => onChange({ ...row, isClosed: chosen === 'closed' })}
      />
      {!row.isClosed && (
        <>
          <TextInput
            label={t('storeForm.opens')}
            autoComplete="off"
            value={row.opens}
            onChange={opens => onChange({ ...row, opens })}
          />
          <TextInput
            label={t('storeForm.closes')}
            autoComplete="off"
            value={row.closes}
            onChange={closes => onChange({ ...row, closes })}
          />
        </>
      )}
      <Button
        onClick={onRemove}
        sx={{ mt: { md: 3.5 }, gridColumn: { xs: '1 / -1', md: '-2 / -1' }, justifySelf: 'start' }}
      >
        {t('storeForm.removeException', { day })}
      </Button>
    </Box>
  )
}

/** Days with special hours, or closed; upcoming holidays are offered. */
export function ExceptionFields({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  const now = useRenewedNow()
  const rows = exceptionRows(form.values.exceptions)
  const set = (next: readonly ExceptionRow[]) => form.set('exceptions', typedExceptions(next))
  const holidays = holidaysFrom(isoDate(now, SHOP_TIME_ZONE), DAYS_AHEAD)
    .filter(({ date }) => !rows.some(row => row.date === date))
    .slice(0, MAX_OFFERED)
  const error = form.getProblem('exceptions')
  return (
    <FormSection title={t('storeForm.exceptions')} lead={t('storeForm.exceptionsLead')}>
      {rows.map((row, index) => (
        // Rows have no ids, and are only added at the end.
        // oxlint-disable-next-line no-array-index-key
        <Wide key={index}>
          <ExceptionRowFields
            row={row}
            error={index === 0 ? error : undefined}
            onChange={changed => set(rows.with(index, changed))}
            onRemove={() => set(rows.toSpliced(index, 1))}
          />
        </Wide>
      ))}
      <Wide>
        <Button variant="outlined" onClick={() => set([...rows, NEW_ROW])}>
          {t('storeForm.addException')}
        </Button>
      </Wide>
      <Wide>
        <Box role="group" aria-label={t('storeForm.holidays')}>
          <Box sx={{ typography: 'body2', fontWeight: 650 }}>{t('storeForm.holidays')}</Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
            {holidays.map(({ date, name }) => (
              <Button key={date} variant="outlined" onClick={() => set([...rows, { ...NEW_ROW, date }])}>
                {t('storeForm.addHoliday', { holiday: t(`storeForm.holidayNames.${name}`), date: dayText(date) })}
              </Button>
            ))}
          </Box>
        </Box>
      </Wide>
    </FormSection>
  )
}
