const numberFormat = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 3 })

/** A number in Finnish notation, in every language: 1 234,5. */
export const numberText = (value: number): string => numberFormat.format(value)
