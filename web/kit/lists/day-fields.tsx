import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { dayText } from '#domain/format/day-text.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import type { ListFilter } from './list-types.ts'

export type FilterFields = { names: readonly string[]; content: ReactNode }

const DAY_FILTERS = ['from', 'until'] as const

/** The first and the last day as filters: typed in `dayFields`, removed by their chips. */
export function useDayFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  return DAY_FILTERS.map(name => {
    const day = params.get(name)
    const options = day ? [{ value: day, label: dayText(day) }] : []
    return { name, label: t(`lists.${name}`), options, place: 'chip' }
  })
}

/** Among the filters: the first and the last day. `instead` names the parameters that they replace. */
export const dayFields = (instead: readonly string[] = []): FilterFields => ({
  names: DAY_FILTERS,
  content: <DayFields instead={instead} />,
})

/** The first and the last day shown, in the address like every other filter. */
function DayFields({ instead }: { instead: readonly string[] }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const change = (name: string, day: string) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      for (const other of ['page', ...instead]) next.delete(other)
      if (day) next.set(name, day)
      else next.delete(name)
      return next
    })
  const [from, until] = DAY_FILTERS.map(name => params.get(name) ?? '')
  const areTurned = from && until && until < from
  return (
    <Box sx={{ maxWidth: 460 }}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))' }}>
        {DAY_FILTERS.map(name => (
          <DateInput
            key={name}
            name={name}
            label={t(`lists.${name}`)}
            value={params.get(name) ?? ''}
            error={areTurned && name === 'until' ? t('lists.daysTurned') : undefined}
            // A partly typed text is not a date yet.
            onChange={day => (day === '' || isDay(day)) && day !== (params.get(name) ?? '') && change(name, day)}
          />
        ))}
      </Box>
    </Box>
  )
}
