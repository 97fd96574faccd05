import { useTranslation } from 'react-i18next'

/** A Monday. */
const FIRST_MONDAY_MS = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** 2026-12-24 as 24.12.2026. */
const dateText = (date: string) => date.split('-').toReversed().map(Number).join('.')

/** Days in words, in the interface's language; dates as the shop writes them. */
export function useDayNames() {
  const { i18n } = useTranslation()
  const weekday = new Intl.DateTimeFormat(i18n.resolvedLanguage ?? 'en', { weekday: 'long', timeZone: 'UTC' })
  /** Monday is 1. */
  const weekdayName = (day: number) => {
    const name = weekday.format(FIRST_MONDAY_MS + (day - 1) * DAY_MS)
    return name.charAt(0).toLocaleUpperCase() + name.slice(1)
  }
  return { weekdayName, dateText }
}
