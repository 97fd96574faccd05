export const ORDER_STATUSES = [
  'checkout',
  'payment_pending',
  'complete',
  'error',
  'preorder_booked',
  'preorder_delivered',
] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** `cancelled` is not a status: the row keeps its status and gets `cancelled_at`. Null is an order that does not exist yet. */
export type TransitionEnd = OrderStatus | 'cancelled'

export type TransitionActor = 'shopper' | 'admin' | 'system' | 'terminal'

export type OrderTransition = {
  from: OrderStatus | null
  to: TransitionEnd
  by: readonly TransitionActor[]
}

/** All transitions. "system" covers timeouts and side effects: 24 hours at checkout, another store, no response. */
export const ORDER_TRANSITIONS = [
  { from: null, to: 'checkout', by: ['shopper'] },
  { from: 'checkout', to: 'cancelled', by: ['shopper', 'system'] },
  { from: 'checkout', to: 'payment_pending', by: ['shopper'] },
  { from: 'checkout', to: 'preorder_booked', by: ['shopper'] },
  { from: 'preorder_booked', to: 'preorder_delivered', by: ['admin'] },
  { from: 'preorder_booked', to: 'cancelled', by: ['shopper', 'admin'] },
  { from: 'preorder_booked', to: 'payment_pending', by: ['shopper'] },
  { from: 'preorder_booked', to: 'complete', by: ['admin'] },
  { from: 'preorder_delivered', to: 'preorder_booked', by: ['admin'] },
  { from: 'preorder_delivered', to: 'payment_pending', by: ['shopper'] },
  { from: 'preorder_delivered', to: 'complete', by: ['admin'] },
  // After a withdrawal: the remaining lines continue as a separate order.
  { from: 'preorder_delivered', to: 'cancelled', by: ['system'] },
  { from: 'payment_pending', to: 'complete', by: ['terminal'] },
  { from: 'payment_pending', to: 'checkout', by: ['terminal'] },
  { from: 'payment_pending', to: 'preorder_booked', by: ['terminal'] },
  { from: 'payment_pending', to: 'preorder_delivered', by: ['terminal'] },
  { from: 'payment_pending', to: 'error', by: ['terminal', 'system'] },
  { from: 'error', to: 'complete', by: ['terminal', 'admin'] },
  { from: 'error', to: 'checkout', by: ['terminal', 'admin'] },
  { from: 'error', to: 'preorder_booked', by: ['terminal', 'admin'] },
  { from: 'error', to: 'preorder_delivered', by: ['terminal', 'admin'] },
  { from: 'error', to: 'cancelled', by: ['system'] },
] as const satisfies readonly OrderTransition[]

/** What an order's history records: the cause of a change of status, or money that went back while the status stayed. */
export const ORDER_EVENT_KINDS = [
  /** An admin changed the status, with a reason. */
  'status_changed',
  /** A payment attempt ended, or its outcome is in doubt. */
  'payment',
  'refund',
  /** A refund of money that was taken for an order that no longer waited for it. */
  'reversal',
  /** By the shopper. */
  'cancelled',
  /** By another order of the shopper. */
  'replaced',
  'store_changed',
  /** At checkout for a day. */
  'expired',
  /** The store was closed to shoppers. */
  'store_hidden',
  'account_removed',
  'booked',
  'delivered',
  'withdrawn',
  /** The rest of a pre-order after a withdrawal, which is an order of its own. */
  'split_off',
  /** A person in the store decided about goods with a minimum age. */
  'age_approved',
  'age_refused',
] as const
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]

/** The input of the predicates; dates may have any type, since only their presence matters. */
export type OrderSituation = {
  status: OrderStatus
  isPreorder?: boolean
  cancelledAt?: unknown
  /** A payment attempt is queued or under way; an unresolved attempt is not open, but shows as the status error. */
  attemptOpen?: boolean
}

/** Whether the table has the transition, for any actor or for one. */
export function canTransition(from: OrderStatus | null, to: TransitionEnd, by?: TransitionActor): boolean {
  const table: readonly OrderTransition[] = ORDER_TRANSITIONS
  return table.some(row => row.from === from && row.to === to && (by === undefined || row.by.includes(by)))
}

/** Derived from the table, for the server's guards and the web's buttons. Time limits are checked elsewhere. */
export const orderCan = {
  /** A pre-order in checkout must be booked first and is paid at pick-up. */
  pay: (order: OrderSituation) =>
    isSettled(order) && shopperMay(order, 'payment_pending') && !(order.isPreorder && order.status === 'checkout'),
  book: (order: OrderSituation) =>
    isSettled(order) && order.isPreorder === true && shopperMay(order, 'preorder_booked'),
  cancel: (order: OrderSituation) => isSettled(order) && shopperMay(order, 'cancelled'),
  /** `POST order` replaces this order with a new one. */
  replace: (order: OrderSituation) => isSettled(order) && order.status === 'checkout',
  /** A terminal's response is pending, or may still arrive. */
  awaitsTerminal: (order: OrderSituation) =>
    order.cancelledAt == null && canTransition(order.status, 'complete', 'terminal'),
  refund: (order: OrderSituation) => order.status === 'complete',
} as const

/** The statuses of standard orders for which a predicate is true, for guards in database queries. */
export const statusesThat = (can: (order: OrderSituation) => boolean): OrderStatus[] =>
  ORDER_STATUSES.filter(status => can({ status }))

function isSettled({ cancelledAt, attemptOpen }: OrderSituation): boolean {
  return cancelledAt == null && !attemptOpen
}

function shopperMay({ status }: OrderSituation, to: TransitionEnd): boolean {
  return canTransition(status, to, 'shopper')
}
