import { basisPointsOf } from '#domain/catalogue/bulk-change.ts'
import { parseDecimalInput } from '#domain/quantity.ts'

/** A percentage as it was typed; undefined when it can be none. */
export function typedPercent(text: string): number | undefined {
  const value = parseDecimalInput(text)
  return value !== undefined && value >= 0 && value <= 100 && basisPointsOf(value) !== undefined ? value : undefined
}
