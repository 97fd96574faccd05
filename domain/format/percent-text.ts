const percentFormat = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 2 })

/** A rate for an input field: 13,5. */
export const percentInput = (percent: number): string => percentFormat.format(percent)

/** A rate in percent in Finnish notation, with a no-break space: 13,5 %. */
export const percentText = (percent: number): string => `${percentFormat.format(percent)}\u00a0%`
