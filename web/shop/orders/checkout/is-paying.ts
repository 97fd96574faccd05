import { followedOrder } from './followed-order.ts'

/** Whether a payment of this browser was asked for and has no outcome yet. */
export const isPaying = (): boolean => followedOrder() !== null
