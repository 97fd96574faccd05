import type { OrderRefunds } from '#contract/payments/refunds.ts'
import { planRefund, type RefundableLine, type RefundPlan } from '#domain/payments/refund.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { toCents } from '#web/shop/orders/checkout/order-cents.ts'

export type RefundLine = OrderRefunds['lines'][number]

/** The values for each line: a typed quantity, or the indexes of its price labels. */
export type RefundFormValues = {
  kind: 'all' | 'lines'
  quantities: Readonly<Record<number, string>>
  labels: Readonly<Record<number, readonly number[]>>
}

export const EMPTY_DRAFT: RefundFormValues = { kind: 'all', quantities: {}, labels: {} }

const thousandths = (quantity: number) => thousandthsFromQuantity(quantity) ?? 0

export const leftThousandths = (line: RefundLine) => thousandths(line.quantity) - thousandths(line.refunded_quantity)
export const leftCents = (line: RefundLine) => toCents(line.amount) - toCents(line.refunded_amount)

/** Sold in whole pieces, as far as the quantities show: − and + choose how many. */
export const isWhole = (line: RefundLine) =>
  thousandths(line.quantity) % 1000 === 0 && leftThousandths(line) % 1000 === 0

/** The price labels of a line that haven't been refunded. */
export function labelsLeft({ amounts, refunded_amounts: gone }: RefundLine): readonly number[] {
  const left = [...(amounts ?? [])]
  for (const amount of gone ?? []) {
    const place = left.indexOf(amount)
    if (place >= 0) left.splice(place, 1)
  }
  return left
}

/** "1,5" or "1.5" as thousandths; undefined if it isn't a quantity. */
export function typedThousandths(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? undefined : thousandthsFromQuantity(number)
}

type LineInput = { order_line_id: number; quantity?: number; amounts?: number[] }

/** The lines to refund, in the shape of the request. */
export function wishesOf(draft: RefundFormValues, lines: readonly RefundLine[]): LineInput[] {
  return lines.flatMap((line): LineInput[] => {
    const order_line_id = line.order_line_id
    if (line.amounts) {
      const left = labelsLeft(line)
      const amounts = (draft.labels[order_line_id] ?? []).flatMap(place => left[place] ?? [])
      return amounts.length > 0 ? [{ order_line_id, amounts }] : []
    }
    const wanted = typedThousandths(draft.quantities[order_line_id] ?? '')
    return wanted !== undefined && wanted > 0 ? [{ order_line_id, quantity: wanted / 1000 }] : []
  })
}

/** The refund, calculated like on the server; undefined if it is nothing, or more than is left. */
export function planOf(draft: RefundFormValues, lines: readonly RefundLine[]): RefundPlan | undefined {
  const wishes = wishesOf(draft, lines).map(wish => ({
    lineId: wish.order_line_id,
    ...(wish.amounts && { labelsCents: wish.amounts.map(toCents) }),
    ...(wish.quantity !== undefined && { quantityThousandths: thousandths(wish.quantity) }),
  }))
  const plan = planRefund(lines.map(refundable), draft.kind === 'all' ? 'all' : wishes)
  return 'problem' in plan ? undefined : plan
}

const refundable = (line: RefundLine): RefundableLine => ({
  lineId: line.order_line_id,
  totalCents: toCents(line.amount),
  quantityThousandths: thousandths(line.quantity),
  // Only the amounts are shown; the server calculates their VAT.
  rateBasisPoints: 0,
  labelsCents: line.amounts?.map(toCents) ?? null,
  isByThePiece: false,
  givenBackCents: toCents(line.refunded_amount),
  givenBackThousandths: thousandths(line.refunded_quantity),
  givenBackLabelsCents: line.refunded_amounts?.map(toCents) ?? [],
})
