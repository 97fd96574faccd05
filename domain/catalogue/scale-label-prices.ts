import { roundHalfAwayFromZero } from '#domain/money.ts'

/**
 * A label below this quantity is an error or attempted fraud, not a scale's label: an amount in whole cents is too
 * imprecise for so small a quantity.
 */
export const MIN_LABEL_THOUSANDTHS = 5
/** A shopper must confirm a label that weighs or costs more: over 10 kg, over 100 euros. */
const MAX_UNCONFIRMED = { thousandths: 10_000, cents: 10_000 } as const

/**
 * The total quantity of price labels, in thousandths of a unit; the price is per unit and above 0. At least one thousandth
 * for any amount, because a line without a quantity would not be ordered.
 */
export function quantityOfLabels(amountsCents: readonly number[], priceCents: number): number {
  const cents = amountsCents.reduce((sum, amount) => sum + BigInt(amount), 0n)
  return cents > 0n ? Math.max(1, roundHalfAwayFromZero(cents * 1000n, priceCents)) : 0
}

/** Whether a label's quantity is below what a store's scale weighs. */
export function isLabelTooSmall(amountCents: number, priceCents: number): boolean {
  return BigInt(amountCents) * 1000n < BigInt(MIN_LABEL_THOUSANDTHS) * BigInt(priceCents)
}

/** Whether a quantity matches the labels, each of which may have been rounded to a thousandth of a unit. */
export function agreesWithLabels(
  quantityThousandths: number,
  amountsCents: readonly number[],
  priceCents: number,
): boolean {
  const difference = quantityThousandths - quantityOfLabels(amountsCents, priceCents)
  return Math.abs(difference) <= amountsCents.length
}

/** Whether a label's weight or price is so high that the shopper must confirm it. */
export function needsConfirmation(read: { quantityThousandths: number; lineCents: number }): boolean {
  return read.quantityThousandths > MAX_UNCONFIRMED.thousandths || read.lineCents > MAX_UNCONFIRMED.cents
}
