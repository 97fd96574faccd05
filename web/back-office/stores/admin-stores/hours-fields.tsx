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
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import {
  WEEKDAYS,
  type Weekday,
  type WeekName,
  type ExceptionRow,
  type ExceptionsName,
  exceptionRows,
  typedExceptions,
} from './store-form-values.ts'
import type { StoreFormControl } from './use-store-form.ts'

/** The shop's own first: few stores are in another. */
const TIME_ZONES = [...new Set([SHOP_TIME_ZONE, ...Intl.supportedValuesOf('timeZone')])].map(zone => ({
  value: zone,
  label: zone,
}))

const DAY_LABELS = {
  hours: { open: 'storeForm.openOn', opens: 'storeForm.opensOn', closes: 'storeForm.closesOn' },
  staffed: { open: 'storeForm.staffedOn', opens: 'storeForm.staffedFromOn', closes: 'storeForm.staffedUntilOn' },
} as const

function DayFields({ form, name, weekday }: { form: StoreFormControl; name: WeekName; weekday: Weekday }) {
  const { t } = useTranslation()
  const { weekdayName: dayName } = useDayNames()
  const day = dayName(weekday)
  const labels = DAY_LABELS[name]
  const isOpen = form.values[`${name}.${weekday}.open`]
  const timeField = (end: 'opens' | 'closes') => {
    const field = form.field(`${name}.${weekday}.${end}`)
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
          <CheckInput label={t(labels.open, { day })} {...form.check(`${name}.${weekday}.open`)} />
        </Box>
        {isOpen && (
          <>
            <TextInput label={t(labels.opens, { day })} autoComplete="off" {...timeField('opens')} />
            <TextInput label={t(labels.closes, { day })} autoComplete="off" {...timeField('closes')} />
          </>
        )}
      </Box>
    </Box>
  )
}

function WeekFields({ form, name }: { form: StoreFormControl; name: WeekName }) {
  const { t } = useTranslation()
  const copyMonday = () => {
    for (const weekday of WEEKDAYS) {
      form.set(`${name}.${weekday}.open`, form.values[`${name}.1.open`])
      form.set(`${name}.${weekday}.opens`, form.values[`${name}.1.opens`])
      form.set(`${name}.${weekday}.closes`, form.values[`${name}.1.closes`])
    }
  }
  return (
    <>
      {WEEKDAYS.map(weekday => (
        <DayFields key={weekday} form={form} name={name} weekday={weekday} />
      ))}
      <WideField>
        <Button variant="outlined" onClick={copyMonday}>
          {t('storeForm.copyMonday')}
        </Button>
      </WideField>
    </>
  )
}

/** When someone is in the store, on ordinary and on special days. */
export function StaffedFields({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('storeForm.staffed')} lead={t('storeForm.staffedLead')}>
        <WeekFields form={form} name="staffed" />
      </FormSection>
      <ExceptionFields form={form} name="staffed_exceptions" />
    </>
  )
}

/** The opening hours of an ordinary week. */
export function HoursFields({ form }: { form: StoreFormControl }) {
  const { t } = useTranslation()
  const isListed = TIME_ZONES.some(({ value }) => value === form.values.time_zone)
  const others = isListed ? [] : [{ value: form.values.time_zone, label: form.values.time_zone }]
  return (
    <FormSection title={t('storeForm.hours')} lead={t('storeForm.hoursLead')}>
      <SelectInput
        label={t('storeForm.fields.time_zone')}
        options={[...others, ...TIME_ZONES]}
        {...form.field('time_zone')}
      />
      <WideField>
        <CheckInput label={t('storeForm.fields.always_open')} {...form.check('always_open')} />
      </WideField>
      {!form.values.always_open && <WeekFields form={form} name="hours" />}
    </FormSection>
  )
}

/** Names of weekdays in the interface's language. Monday is 1. */
export function useDayNames() {
  const { i18n } = useTranslation()
  return { weekdayName: (weekday: number) => weekdayName(weekday, i18n.resolvedLanguage ?? 'en') }
}

/** How far ahead holidays are offered. */
export const DAYS_AHEAD = 366
const MAX_OFFERED = 6
const NEW_ROW: ExceptionRow = { date: '', isClosed: true, opens: '', closes: '' }

const EXCEPTION_TEXTS = {
  exceptions: {
    title: 'storeForm.exceptions',
    lead: 'storeForm.exceptionsLead',
    closed: 'storeForm.closedAllDay',
  },
  staffed_exceptions: {
    title: 'storeForm.staffedExceptions',
    lead: 'storeForm.staffedExceptionsLead',
    closed: 'storeForm.unstaffedAllDay',
  },
} as const

type RowProps = {
  name: ExceptionsName
  row: ExceptionRow
  error: string | undefined
  isShared: boolean
  onChange: (row: ExceptionRow) => void
  onRemove: () => void
}

function ExceptionRowFields({ name, row, error, isShared, onChange, onRemove }: RowProps) {
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
        name={name}
        value={row.date}
        onChange={date => onChange({ ...row, date })}
        error={error}
      />
      <SelectInput
        label={t('storeForm.dayIs')}
        value={row.isUsual ? 'usual' : row.isClosed ? 'closed' : 'open'}
        options={[
          { value: 'closed', label: t(EXCEPTION_TEXTS[name].closed) },
          { value: 'open', label: t('storeForm.otherHours') },
          ...(isShared ? [{ value: 'usual' as const, label: t('sharedHours.usualDay') }] : []),
        ]}
        onChange={chosen => onChange({ ...row, isClosed: chosen !== 'open', isUsual: chosen === 'usual' })}
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

type ExceptionsControl = {
  values: Readonly<Partial<Record<ExceptionsName, string>>>
  set: (name: ExceptionsName, typed: string) => void
  getProblem: (name: string) => string | undefined
}
type ExceptionFieldsProps = { form: ExceptionsControl; name?: ExceptionsName; isShared?: boolean }

/** Days with special hours, or closed; upcoming holidays are offered, for several stores (`isShared`) all at once too. */
export function ExceptionFields({ form, name = 'exceptions', isShared = false }: ExceptionFieldsProps) {
  const { t } = useTranslation()
  const now = useRenewedNow()
  const rows = exceptionRows(form.values[name] ?? '')
  const set = (next: readonly ExceptionRow[]) => form.set(name, typedExceptions(next))
  const coming = holidaysFrom(isoDate(now, SHOP_TIME_ZONE), DAYS_AHEAD).filter(
    ({ date }) => !rows.some(row => row.date === date),
  )
  const holidays = coming.slice(0, MAX_OFFERED)
  const error = form.getProblem(name)
  const texts = EXCEPTION_TEXTS[name]
  return (
    <FormSection title={t(texts.title)} lead={t(texts.lead)}>
      {rows.map((row, index) => (
        // Rows have no ids, and are only added at the end.
        // oxlint-disable-next-line no-array-index-key
        <WideField key={index}>
          <ExceptionRowFields
            name={name}
            row={row}
            error={index === 0 ? error : undefined}
            isShared={isShared}
            onChange={changed => set(rows.with(index, changed))}
            onRemove={() => set(rows.toSpliced(index, 1))}
          />
        </WideField>
      ))}
      <WideField>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" onClick={() => set([...rows, NEW_ROW])}>
            {t('storeForm.addException')}
          </Button>
          {!isShared && name === 'exceptions' && (
            <Button component={Link} to={PATHS.storeHours}>
              {t('sharedHours.open')}
            </Button>
          )}
        </Box>
      </WideField>
      <WideField>
        <Box role="group" aria-label={t('storeForm.holidays')}>
          <Box sx={{ typography: 'body2', fontWeight: 650 }}>{t('storeForm.holidays')}</Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
            {holidays.map(({ date, name: holiday }) => (
              <Button key={date} variant="outlined" onClick={() => set([...rows, { ...NEW_ROW, date }])}>
                {t('storeForm.addHoliday', { holiday: t(`storeForm.holidayNames.${holiday}`), date: dayText(date) })}
              </Button>
            ))}
            {isShared && coming.length > 1 && (
              <Button onClick={() => set([...rows, ...coming.map(({ date }) => ({ ...NEW_ROW, date }))])}>
                {t('sharedHours.allHolidays', { count: coming.length })}
              </Button>
            )}
          </Box>
        </Box>
      </WideField>
    </FormSection>
  )
}
