import { costCents } from '#domain/catalogue/purchase-price.ts'

/** A product of a proposal, in thousandths of its unit. `days`: on which it was sold from. */
export type FillableLine = {
  productId: number
  packThousandths: number
  /** Of a unit, in ten-thousandths of a euro; null: not known. */
  priceTenThousandths: number | null
  /** In stock and on order. */
  availableThousandths: number
  soldThousandths: number
  days: number
  packs: number
  /** More would not be sold before their date; null: no limit. */
  maxPacks: number | null
}

/** More packs of one product are not worth the wait for another supplier's minimum. */
const MAX_PACKS = 999

const lineCents = ({ packThousandths, priceTenThousandths }: FillableLine, packs: number): number =>
  costCents(priceTenThousandths ?? 0, packThousandths * packs)

/** For how many days what is there and ordered lasts, as sold lately. */
const daysOfCover = (line: FillableLine, packs: number): number =>
  ((line.availableThousandths + line.packThousandths * packs) * Math.max(1, line.days)) / line.soldThousandths

/**
 * The numbers of packs with which an order reaches the supplier's minimum: pack by pack, more of what is sold out first. Undefined
 * if nothing of known price sells.
 */
export function fillUpOrder(lines: readonly FillableLine[], minCents: number): Map<number, number> | undefined {
  const packs = new Map(lines.map(line => [line.productId, line.packs]))
  const getPacks = (line: FillableLine) => packs.get(line.productId) ?? 0
  const isFillable = (line: FillableLine) =>
    line.soldThousandths > 0 && lineCents(line, 1) > 0 && getPacks(line) < (line.maxPacks ?? MAX_PACKS)
  let cents = lines.reduce((sum, line) => sum + lineCents(line, line.packs), 0)
  while (cents < minCents) {
    const fillable = lines.filter(isFillable)
    const [first, ...others] = fillable
    if (!first) return undefined
    const next = others.reduce(
      (least, line) => (daysOfCover(line, getPacks(line)) < daysOfCover(least, getPacks(least)) ? line : least),
      first,
    )
    const now = getPacks(next)
    packs.set(next.productId, now + 1)
    cents += lineCents(next, now + 1) - lineCents(next, now)
  }
  return packs
}
