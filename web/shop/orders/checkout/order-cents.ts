import type { Order } from '#contract/orders/orders.ts'
import { toCents } from '#web/kit/ui/money.tsx'

export const totalCents = (order: Pick<Order, 'total_amount'>): number => toCents(order.total_amount)
