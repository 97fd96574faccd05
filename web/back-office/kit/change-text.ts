import { changePercent } from '#domain/administration/sales-periods.ts'

const percentFormat = new Intl.NumberFormat('fi-FI', { style: 'percent', signDisplay: 'exceptZero' })
const pointsFormat = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** `+12 %`; undefined when there is nothing to compare with. */
export function changeText(now: number, before: number): string | undefined {
  const change = changePercent(now, before)
  return change === undefined ? undefined : percentFormat.format(change / 100)
}

/** The difference of two shares from 0 to 1 in percentage points: `+1,5`. */
export const pointsText = (difference: number): string => pointsFormat.format(difference * 100)
