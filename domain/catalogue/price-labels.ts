import { roundHalfAwayFromZero } from '#domain/money.ts'

/**
 * A label for less than this is no label of a scale but a slip, or an attempt: an amount in whole cents says too little of
 * so small a quantity.
 */
export const LEAST_LABEL_THOUSANDTHS = 5

/**
 * The quantity that price labels stand for together, in thousandths of a unit; the price is that of one unit and above 0. At
 * least one thousandth for any amount: a line with no quantity would not be ordered at all.
 */
export function quantityOfLabels(amountsCents: readonly number[], priceCents: number): number {
  const cents = amountsCents.reduce((sum, amount) => sum + BigInt(amount), 0n)
  return cents > 0n ? Math.max(1, roundHalfAwayFromZero(cents * 1000n, priceCents)) : 0
}

/** Whether a label is for less than any scale in a store weighs. */
export function isLabelTooSmall(amountCents: number, priceCents: number): boolean {
  return BigInt(amountCents) * 1000n < BigInt(LEAST_LABEL_THOUSANDTHS) * BigInt(priceCents)
}

/** Whether a quantity is that of the labels, each of which may have been rounded to a thousandth of a unit. */
export function agreesWithLabels(
  quantityThousandths: number,
  amountsCents: readonly number[],
  priceCents: number,
): boolean {
  const difference = quantityThousandths - quantityOfLabels(amountsCents, priceCents)
  return Math.abs(difference) <= amountsCents.length
}
