/** How a shopper pays: with a card at a terminal in the store, or in an app on the phone. */
export const PAYMENT_METHODS = ['terminal', 'phone'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
