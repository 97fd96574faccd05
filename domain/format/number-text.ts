const numbers = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 3 })

/** A number in Finnish notation, in every language: 1 234,5. */
export const numberText = (value: number): string => numbers.format(value)

/** A number of a text in the same notation, with the decimals that it is written with, and its unit: `1.50 €` is 1,50 €. */
export function exampleText(written: string): string {
  const [number = '', ...unit] = written.split(' ')
  const decimals = number.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat('fi-FI', { minimumFractionDigits: decimals })
  return [format.format(Number(number)), ...unit].join('\u00a0')
}
