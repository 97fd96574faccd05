const percents = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 2 })

/** A rate as it is typed: 13,5. */
export const percentInput = (percent: number): string => percents.format(percent)

/** A rate in percent as people write it in Finland: 13,5 %; the two never part. */
export const percentText = (percent: number): string => `${percents.format(percent)}\u00a0%`
