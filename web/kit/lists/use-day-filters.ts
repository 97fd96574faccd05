import { dayText } from '#domain/format/day-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSearchParams } from '#web/kit/shell/link.tsx'
import type { ListFilter } from './list-types.ts'

export const DAYS = ['from', 'until'] as const

/** The first and the last day as filters: typed in `DayFields`, removed by their chips. */
export function useDayFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  return DAYS.map(name => {
    const day = params.get(name)
    const options = day ? [{ value: day, label: dayText(day) }] : []
    return { name, label: t(`lists.${name}`), options, place: 'chip' }
  })
}
