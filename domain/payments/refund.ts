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

export type RefundProblem = 'lineUnknown' | 'quantityInvalid' | 'nothingLeft'

/**
 * Plans a refund of these lines; `all` is everything that is left of the order. However an order is refunded, in parts of any
 * size and in any order, the parts add up to each line's total and to each rate's VAT, to the cent.
 */
export function planRefund(
  lines: readonly RefundableLine[],
  wishes: readonly RefundLineInput[] | 'all',
): RefundPlan | { problem: RefundProblem } {
  const planned: PlannedLine[] = []
  const wanted =
    wishes === 'all' ? lines.filter(hasSomethingLeft).map(({ lineId }): RefundLineInput => ({ lineId })) : wishes
  if (new Set(wanted.map(({ lineId }) => lineId)).size < wanted.length) return { problem: 'quantityInvalid' }
  for (const wish of wanted) {
    const line = lines.find(({ lineId }) => lineId === wish.lineId)
    if (!line) return { problem: 'lineUnknown' }
    const part = planPart(line, wish)
    if (!part) return { problem: 'quantityInvalid' }
    planned.push({ lineId: line.lineId, ...part })
  }
  const amountCents = planned.reduce((sum, part) => sum + part.amountCents, 0)
  return amountCents > 0 ? { amountCents, lines: planned, vat: sumVat(lines, planned) } : { problem: 'nothingLeft' }
}

type PlannedPart = Omit<PlannedLine, 'lineId'>

const leftThousandths = (line: RefundableLine) => line.quantityThousandths - line.refundedThousandths
const leftCents = (line: RefundableLine) => line.totalCents - line.refundedCents
const hasSomethingLeft = (line: RefundableLine) => leftThousandths(line) > 0 || leftCents(line) > 0

/** A wish without a quantity or labels covers everything that is left. */
function planPart(
  line: RefundableLine,
  { quantityThousandths, labelsCents }: RefundLineInput,
): PlannedPart | undefined {
  const left = leftThousandths(line)
  const labelsLeft = line.labelsCents && without(line.labelsCents, line.refundedLabelsCents)
  const isAllThatIsLeft = labelsCents === undefined && (quantityThousandths ?? left) === left
  if (isAllThatIsLeft) {
    return hasSomethingLeft(line)
      ? { quantityThousandths: left, amountCents: leftCents(line), labelsCents: labelsLeft ?? null }
      : undefined
  }
  // A line must be requested in the way it was priced.
  if (labelsLeft)
    return quantityThousandths === undefined && labelsCents ? planLabels(line, labelsLeft, labelsCents) : undefined
  return labelsCents === undefined && quantityThousandths !== undefined
    ? planPieces(line, quantityThousandths)
    : undefined
}

/** Rounds the cumulative refunded amount, so that all parts add up to the line's total. */
function planPieces(line: RefundableLine, quantityThousandths: number): PlannedPart | undefined {
  const isWhole = !line.isByThePiece || quantityThousandths % 1000 === 0
  const isSound = Number.isSafeInteger(quantityThousandths) && quantityThousandths > 0 && isWhole
  if (!isSound || quantityThousandths > leftThousandths(line)) return undefined
  const goneThousandths = line.refundedThousandths + quantityThousandths
  const goneCents = proportionalShare(line.totalCents, goneThousandths, line.quantityThousandths)
  return { quantityThousandths, amountCents: goneCents - line.refundedCents, labelsCents: null }
}

/** The exact amounts of the labels; the quantity is derived from the amount. */
function planLabels(
  line: RefundableLine,
  left: readonly number[],
  labelsCents: readonly number[],
): PlannedPart | undefined {
  if (labelsCents.length === 0 || without(left, labelsCents).length !== left.length - labelsCents.length)
    return undefined
  const amountCents = labelsCents.reduce((sum, cents) => sum + cents, 0)
  const goneCents = line.refundedCents + amountCents
  const goneThousandths = proportionalShare(line.quantityThousandths, goneCents, line.totalCents)
  return { quantityThousandths: goneThousandths - line.refundedThousandths, amountCents, labelsCents }
}

const proportionalShare = (whole: number, part: number, of: number): number =>
  roundHalfAwayFromZero(BigInt(whole) * BigInt(part), BigInt(of))

/** Removes each of the amounts once. */
function without(amounts: readonly number[], taken: readonly number[]): number[] {
  const left = [...amounts]
  for (const amount of taken) {
    const index = left.indexOf(amount)
    if (index >= 0) left.splice(index, 1)
  }
  return left
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
