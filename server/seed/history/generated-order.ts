import type { Lot } from '#domain/catalogue/lot.ts'
import { quantityOfLabels } from '#domain/catalogue/scale-label-prices.ts'
import { lineTotalCents } from '#domain/catalogue/vat.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { OrderStatus, TransitionEnd } from '#domain/orders/order.ts'
import type { VisitBeginning } from '#domain/stores/visit.ts'
import { toInstant } from '#domain/zoned-time.ts'
import type { DemoProduct, DemoVatClass, StoreKey } from '#server/seed/demo-data/types.ts'

/** In these types, moments are milliseconds since 1970. */
export type GeneratedLine = {
  product: DemoProduct
  quantityThousandths: number
  amountsCents: number[] | null
  totalCents: number
  depositCents: number
  rateBasisPoints: number
  /** As the package's code named it, and by how much its date reduced the price. */
  lot?: Lot
  reduced?: { percent: number; priceCents: number }
}

export type GeneratedStep = {
  from: OrderStatus
  to: TransitionEnd
  actor: 'shopper' | 'terminal' | 'admin'
  at: number
  kind: 'cancelled' | 'payment' | 'booked' | 'delivered'
}

export type GeneratedAttempt = {
  state: 'APPROVED' | 'DECLINED'
  sentAt: number
  outcomeAt: number
  before: OrderStatus
}

/** Of one line: all of it, or a piece. */
export type GeneratedRefund = { line: GeneratedLine; at: number; reason: string; returnsStock: boolean }

export type GeneratedOrder = {
  store: StoreKey
  /** The shopper's email address. */
  shopper: string
  lines: readonly GeneratedLine[]
  createdAt: number
  status: OrderStatus
  steps: readonly GeneratedStep[]
  attempts: readonly GeneratedAttempt[]
  paidAt?: number
  cancelledAt?: number
  refund?: GeneratedRefund
  /** A pre-order of this event; `deliveredAt`: when its goods came. */
  preorder?: { eventId: number; bookedAt: number; deliveredAt?: number }
}

export type GeneratedVisit = { store: StoreKey; shopper: string; at: number; lastAt: number; beganBy: VisitBeginning }

/** Prices a line as checkout does on a day. */
export function toGeneratedLine(
  product: DemoProduct,
  quantityThousandths: number,
  { date, vatClasses }: { date: string; vatClasses: readonly DemoVatClass[] },
): GeneratedLine {
  const { priceCents, depositCents, vatClass } = product
  const hasLabel = product.productCodeType === 'bulk_encoded_price'
  const amountsCents = hasLabel ? [lineTotalCents({ unitPriceCents: priceCents, quantityThousandths })] : null
  const quantity = amountsCents ? quantityOfLabels(amountsCents, priceCents) : quantityThousandths
  const priced = { unitPriceCents: priceCents, quantityThousandths: quantity }
  const rates = vatClasses.find(({ name }) => name === vatClass)?.rates ?? []
  const started = rates.filter(({ validFrom }) => validFrom <= date)
  return {
    product,
    quantityThousandths: quantity,
    amountsCents,
    totalCents: lineTotalCents({ ...priced, ...(amountsCents && { amountsCents }) }),
    depositCents: lineTotalCents({ ...priced, unitPriceCents: depositCents }),
    rateBasisPoints: started.at(-1)?.rateBasisPoints ?? 0,
  }
}

/** A payment that the terminal approved: the attempt, and the step that completes the order. */
export function approvedFrom(before: OrderStatus, sentAt: number, outcomeAt: number) {
  const attempt: GeneratedAttempt = { state: 'APPROVED', sentAt, outcomeAt, before }
  const step: GeneratedStep = {
    from: 'payment_pending',
    to: 'complete',
    actor: 'terminal',
    at: outcomeAt,
    kind: 'payment',
  }
  return { attempt, step }
}

const noonByDay = new Map<string, number>()

/** A time of day as an instant. Counted from noon, which is found once for a day: an hour off only before a change of the clock. */
export function toMoment(date: string, minutesOfDay: number, timeZone: string): number {
  const key = `${date} ${timeZone}`
  const noon = noonByDay.get(key) ?? toInstant(date, 720, timeZone)
  noonByDay.set(key, noon)
  return noon + (minutesOfDay - 720) * MINUTE_MS
}
