import type { Order } from '#contract/orders/orders.ts'
import { centsFromEuros } from '#domain/money.ts'

/** Converts euros of a response to cents. */
export const toCents = (euros: number): number => centsFromEuros(euros) ?? 0

export const totalCents = (order: Pick<Order, 'total_amount'>): number => toCents(order.total_amount)
