import { followedOrder } from './followed-order.ts'

/** Whether a payment of this browser was requested and has no outcome yet. */
export const isPaying = (): boolean => followedOrder() !== null
