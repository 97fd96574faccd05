/** yyyy-mm-dd, a valid calendar day. */
export const isDay = (date: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(date) &&
  !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) &&
  new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)

/** An instant in UTC, such as 2026-12-06T10:30:00.000Z, with a valid calendar day. */
export const isInstant = (text: string): boolean =>
  /^[\d-]{10}T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
