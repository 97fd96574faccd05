/** 2026-12-04 as 04.12.2026. */
export const dayText = (date: string): string => date.split('-').toReversed().join('.')

/** From one day to another, in one piece, or the one day that both are. */
export const daysText = ({ start_date, end_date }: { start_date: string; end_date: string }): string =>
  start_date === end_date ? dayText(start_date) : `${dayText(start_date)}\u2060–\u2060${dayText(end_date)}`
