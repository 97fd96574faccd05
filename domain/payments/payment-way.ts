/** How a shopper pays: with a card at a terminal in the store, or in an app on the phone. */
export const PAYMENT_WAYS = ['terminal', 'phone'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]
