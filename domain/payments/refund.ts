import { vatInGrossCents } from '#domain/catalogue/vat.ts'
import { roundHalfAwayFromZero } from '#domain/money.ts'

/** A line of a paid order, and how much of it was refunded before. */
export type RefundableLine = {
  lineId: number
  totalCents: number
  quantityThousandths: number
  rateBasisPoints: number
  /** The amounts of its price labels; null for a line without labels. */
  labelsCents: readonly number[] | null
  /** Only sold in whole pieces. */
  isByThePiece: boolean
  refundedCents: number
  refundedThousandths: number
  refundedLabelsCents: readonly number[]
}

/** Part of a line: by quantity, or by labels if price labels set the line's price. */
export type RefundLineInput = { lineId: number; quantityThousandths?: number; labelsCents?: readonly number[] }

export type PlannedLine = {
  lineId: number
  quantityThousandths: number
  amountCents: number
  labelsCents: readonly number[] | null
}

export type VatGivenBack = { rateBasisPoints: number; grossCents: number; vatCents: number }

export type RefundPlan = { amountCents: number; lines: PlannedLine[]; vat: VatGivenBack[] }

/** Some lines; everything that is left of the order; or a free sum, for which no goods come back. */
export type RefundInput = readonly RefundLineInput[] | 'all' | { freeSumCents: number }

export type RefundProblem = 'lineUnknown' | 'quantityInvalid' | 'nothingLeft' | 'sumInvalid'

/**
 * Plans a refund. However an order is refunded, in parts of any size and in any order, the parts add up to each line's total and to
 * each rate's VAT, to the cent.
 */
export function planRefund(
  lines: readonly RefundableLine[],
  requests: RefundInput,
): RefundPlan | { problem: RefundProblem } {
  if (requests !== 'all' && 'freeSumCents' in requests) return planFreeSum(lines, requests.freeSumCents)
  const planned: PlannedLine[] = []
  const requestedLines =
    requests === 'all' ? lines.filter(isRefundable).map(({ lineId }): RefundLineInput => ({ lineId })) : requests
  if (new Set(requestedLines.map(({ lineId }) => lineId)).size < requestedLines.length)
    return { problem: 'quantityInvalid' }
  for (const request of requestedLines) {
    const line = lines.find(({ lineId }) => lineId === request.lineId)
    if (!line) return { problem: 'lineUnknown' }
    const part = planPart(line, request)
    if (!part) return { problem: 'quantityInvalid' }
    planned.push({ lineId: line.lineId, ...part })
  }
  const amountCents = planned.reduce((sum, part) => sum + part.amountCents, 0)
  return amountCents > 0 ? { amountCents, lines: planned, vat: sumVat(lines, planned) } : { problem: 'nothingLeft' }
}

type PlannedPart = Omit<PlannedLine, 'lineId'>

const refundableThousandths = (line: RefundableLine) => line.quantityThousandths - line.refundedThousandths
const refundableCents = (line: RefundableLine) => line.totalCents - line.refundedCents
const isRefundable = (line: RefundableLine) => refundableThousandths(line) > 0 || refundableCents(line) > 0

/** A wish without a quantity or labels covers everything that is left. */
function planPart(
  line: RefundableLine,
  { quantityThousandths, labelsCents }: RefundLineInput,
): PlannedPart | undefined {
  const refundable = refundableThousandths(line)
  const refundableLabels = line.labelsCents && subtractAmounts(line.labelsCents, line.refundedLabelsCents)
  const isAllRefundable = labelsCents === undefined && (quantityThousandths ?? refundable) === refundable
  if (isAllRefundable) {
    return isRefundable(line)
      ? { quantityThousandths: refundable, amountCents: refundableCents(line), labelsCents: refundableLabels ?? null }
      : undefined
  }
  // A line must be requested in the way it was priced.
  if (refundableLabels)
    return quantityThousandths === undefined && labelsCents
      ? planLabels(line, refundableLabels, labelsCents)
      : undefined
  return labelsCents === undefined && quantityThousandths !== undefined
    ? planPieces(line, quantityThousandths)
    : undefined
}

/**
 * Shares a free sum over the lines in proportion to what is left of each, and so over their VAT rates: it reduces the price of the
 * goods that the shopper keeps. The cumulative share is rounded, so that the parts add up to the sum, no part exceeds what is left,
 * and each rate's part is exact to less than a cent.
 */
function planFreeSum(lines: readonly RefundableLine[], freeSumCents: number): RefundPlan | { problem: RefundProblem } {
  const totalRefundable = sumCents(lines.map(refundableCents))
  if (!Number.isSafeInteger(freeSumCents) || freeSumCents <= 0 || freeSumCents > totalRefundable)
    return { problem: 'sumInvalid' }
  const planned: PlannedLine[] = []
  let passedCents = 0
  let sharedCents = 0
  for (const line of lines.toSorted((a, b) => a.rateBasisPoints - b.rateBasisPoints || a.lineId - b.lineId)) {
    passedCents += refundableCents(line)
    const amountCents = proportionalShare(freeSumCents, passedCents, totalRefundable) - sharedCents
    sharedCents += amountCents
    if (amountCents > 0) planned.push({ lineId: line.lineId, quantityThousandths: 0, amountCents, labelsCents: null })
  }
  return { amountCents: freeSumCents, lines: planned, vat: sumVat(lines, planned) }
}

/**
 * Rounds the cumulative refunded amount, so that all parts add up to the line's total. After a free sum, a piece has its share of
 * what is left instead.
 */
function planPieces(line: RefundableLine, quantityThousandths: number): PlannedPart | undefined {
  const isWhole = !line.isByThePiece || quantityThousandths % 1000 === 0
  const isValid = Number.isSafeInteger(quantityThousandths) && quantityThousandths > 0 && isWhole
  if (!isValid || quantityThousandths > refundableThousandths(line)) return undefined
  const goneThousandths = line.refundedThousandths + quantityThousandths
  const isAtFullPrice = line.refundedCents === priceForPart(line, line.refundedThousandths)
  const amountCents = isAtFullPrice
    ? priceForPart(line, goneThousandths) - line.refundedCents
    : proportionalShare(refundableCents(line), quantityThousandths, refundableThousandths(line))
  return { quantityThousandths, amountCents, labelsCents: null }
}

const priceForPart = ({ totalCents, quantityThousandths }: RefundableLine, part: number) =>
  proportionalShare(totalCents, part, quantityThousandths)

/** The exact amounts of the labels, after a free sum their share of what is left; the quantity is derived from the labels. */
function planLabels(
  line: RefundableLine,
  refundable: readonly number[],
  labelsCents: readonly number[],
): PlannedPart | undefined {
  if (
    labelsCents.length === 0 ||
    subtractAmounts(refundable, labelsCents).length !== refundable.length - labelsCents.length
  )
    return undefined
  const refundableLabelsCents = sumCents(refundable)
  const amountCents = proportionalShare(refundableCents(line), sumCents(labelsCents), refundableLabelsCents)
  const goneCents = line.totalCents - refundableLabelsCents + sumCents(labelsCents)
  const goneThousandths = proportionalShare(line.quantityThousandths, goneCents, line.totalCents)
  return { quantityThousandths: goneThousandths - line.refundedThousandths, amountCents, labelsCents }
}

const sumCents = (amountsCents: readonly number[]) => amountsCents.reduce((sum, cents) => sum + cents, 0)

const proportionalShare = (whole: number, part: number, total: number): number =>
  total === 0 ? 0 : roundHalfAwayFromZero(BigInt(whole) * BigInt(part), BigInt(total))

/** Removes each of the amounts once. */
function subtractAmounts(amounts: readonly number[], subtracted: readonly number[]): number[] {
  const remaining = [...amounts]
  for (const amount of subtracted) {
    const index = remaining.indexOf(amount)
    if (index >= 0) remaining.splice(index, 1)
  }
  return remaining
}

/** By rate, lowest first: by how much this refund increases the VAT of everything refunded so far. */
function sumVat(lines: readonly RefundableLine[], planned: readonly PlannedLine[]): VatGivenBack[] {
  const byRate = new Map<number, { before: number; grossCents: number }>()
  for (const line of lines) {
    const { before, grossCents } = byRate.get(line.rateBasisPoints) ?? { before: 0, grossCents: 0 }
    const part = planned.find(({ lineId }) => lineId === line.lineId)
    const sums = { before: before + line.refundedCents, grossCents: grossCents + (part?.amountCents ?? 0) }
    byRate.set(line.rateBasisPoints, sums)
  }
  return [...byRate]
    .filter(([, { grossCents }]) => grossCents > 0)
    .toSorted(([rateA], [rateB]) => rateA - rateB)
    .map(([rateBasisPoints, { before, grossCents }]) => ({
      rateBasisPoints,
      grossCents,
      vatCents: vatInGrossCents(before + grossCents, rateBasisPoints) - vatInGrossCents(before, rateBasisPoints),
    }))
}
