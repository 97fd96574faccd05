/** yyyy-mm-dd as people write it in Finland: 5.12.2026. */
export const writtenDay = (day: string): string => day.split('-').map(Number).toReversed().join('.')
