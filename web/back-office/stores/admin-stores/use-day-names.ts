import { weekdayName } from '#domain/format/day-names.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

/** Names of weekdays in the interface's language. Monday is 1. */
export function useDayNames() {
  const { i18n } = useTranslation()
  return { weekdayName: (weekday: number) => weekdayName(weekday, i18n.resolvedLanguage ?? 'en') }
}
