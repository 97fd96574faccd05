const numbers = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 3 })

/** A number as people write it in Finland, whatever the language: 1 234,5. */
export const numberText = (value: number): string => numbers.format(value)
