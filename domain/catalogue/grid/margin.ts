import { roundHalfAwayFromZero } from '#domain/money.ts'

/** What a margin depends on besides the price. */
export type MarginFacts = {
  depositCents: number
  vatBasisPoints: number
  /** Of a piece, kilogram or litre, without VAT. */
  purchaseTenThousandths: number
}

const HUNDRED_PERCENT = 10_000

/**
 * The part of the price that is left after the purchase, in basis points. Both without VAT and deposit; negative below cost;
 * undefined for goods that cost nothing.
 */
export function computeMargin(priceCents: number, facts: MarginFacts): number | undefined {
  const goodsCents = priceCents - facts.depositCents
  if (goodsCents <= 0) return undefined
  return HUNDRED_PERCENT - roundHalfAwayFromZero(grossPurchase(facts), BigInt(goodsCents) * 100n)
}

/** The price in cents, to the nearest cent, that leaves a margin of basis points; undefined for a margin of 100 % or more. */
export function priceForMargin(marginBasisPoints: number, facts: MarginFacts): number | undefined {
  if (!Number.isInteger(marginBasisPoints) || marginBasisPoints >= HUNDRED_PERCENT || facts.purchaseTenThousandths <= 0)
    return undefined
  const share = BigInt(HUNDRED_PERCENT - marginBasisPoints) * 100n
  return facts.depositCents + roundHalfAwayFromZero(grossPurchase(facts), share)
}

/** Ten-thousandths of a euro times basis points. */
const grossPurchase = ({ purchaseTenThousandths, vatBasisPoints }: MarginFacts): bigint =>
  BigInt(purchaseTenThousandths) * BigInt(HUNDRED_PERCENT + vatBasisPoints)
