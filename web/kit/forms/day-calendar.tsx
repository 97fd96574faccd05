import Box from '@mui/material/Box'
import { useState } from 'react'
import { type ChevronProps, DayPicker, type Formatters, type Labels } from 'react-day-picker'
import { longDayText, monthText, weekdayText } from '#domain/format/day-names.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { EarlierIcon, LaterIcon } from '#web/kit/ui/icons.tsx'

type DayCalendarProps = {
  /** yyyy-mm-dd, or empty. */
  day: string
  /** Loaded late, it must not take the focus from a field that is being typed into. */
  leavesFocus?: boolean
  onChoose: (day: string) => void
}

// At noon, so that no change to summer time moves it to another day.
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-')

const getLabels = (t: Translate, language: string): Partial<Labels> => ({
  labelGrid: month => monthText(toDay(month).slice(0, 7), language),
  labelNav: () => t('dateInput.months'),
  labelPrevious: () => t('dateInput.earlier'),
  labelNext: () => t('dateInput.later'),
  labelWeekday: date => weekdayText(toDay(date), language, 'long'),
  labelDayButton: (date, { today, selected }) =>
    [
      longDayText(toDay(date), language),
      ...(today ? [t('dateInput.today')] : []),
      ...(selected ? [t('dateInput.chosen')] : []),
    ].join(', '),
})

const getFormatters = (language: string): Partial<Formatters> => ({
  formatCaption: month => monthText(toDay(month).slice(0, 7), language),
  formatWeekdayName: date => weekdayText(toDay(date), language, 'short'),
  formatDay: date => String(date.getDate()),
})

const Chevron = ({ orientation }: ChevronProps) =>
  orientation === 'left' ? <EarlierIcon size={22} /> : <LaterIcon size={22} />

const buttonStyles = {
  border: 0,
  p: 0,
  font: 'inherit',
  color: 'inherit',
  bgcolor: 'transparent',
  cursor: 'pointer',
} as const
const squareStyles = {
  ...buttonStyles,
  minWidth: 44,
  minHeight: 44,
  borderRadius: 1,
  '&:hover': { bgcolor: 'surface.mist' },
}
// Seven columns share the width, so that a phone with large text has room for them.
const calendarStyles = {
  p: 0.5,
  width: 'min(22rem, calc(100vw - 32px))',
  '& .rdp-months': { position: 'relative' },
  '& .rdp-month_caption': { display: 'flex', alignItems: 'center', minHeight: 44, px: 1, mr: '96px', fontWeight: 700 },
  '& .rdp-nav': { position: 'absolute', right: 0, top: 0, display: 'flex', gap: 0.5 },
  '& .rdp-button_previous, & .rdp-button_next': { ...squareStyles, display: 'grid', placeItems: 'center' },
  '& .rdp-month_grid': { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' },
  '& .rdp-weekday': { py: 1, typography: 'caption', color: 'text.secondary' },
  '& .rdp-day': { p: '1px', textAlign: 'center' },
  '& .rdp-day_button': {
    ...squareStyles,
    width: '100%',
    minWidth: 0,
    typography: 'body2',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .rdp-outside': { color: 'text.secondary' },
  '& .rdp-today .rdp-day_button': { fontWeight: 700, border: '1px solid', borderColor: 'text.secondary' },
  '& .rdp-selected .rdp-day_button': {
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
    fontWeight: 700,
    '&:hover': { bgcolor: 'primary.dark' },
    '@media (forced-colors: active)': { border: '3px solid Highlight' },
  },
} as const

/** A month as a grid whose weeks start on Monday; arrows move by days and weeks, Page up and down by months. */
export function DayCalendar({ day, leavesFocus = false, onChoose }: DayCalendarProps) {
  const { t, i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'fi'
  const chosen = day === '' ? undefined : toDate(day)
  const [today] = useState(() => toDate(zonedTime(new Date(), SHOP_TIME_ZONE).date))
  const [month, setMonth] = useState(chosen ?? today)
  return (
    <Box sx={calendarStyles}>
      <DayPicker
        mode="single"
        required
        autoFocus={!leavesFocus}
        ISOWeek
        fixedWeeks
        showOutsideDays
        lang={language}
        today={today}
        selected={chosen}
        month={month}
        onMonthChange={setMonth}
        onSelect={date => onChoose(toDay(date))}
        labels={getLabels(t, language)}
        formatters={getFormatters(language)}
        components={{ Chevron }}
      />
    </Box>
  )
}
