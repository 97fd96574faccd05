/** How a shopper pays: with a card at a terminal in the store, or in an app on the phone. */
export const PAYMENT_WAYS = ['terminal', 'phone'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]

/** The providers whose “terminal” is an app on shoppers' phones: it takes any number of payments at once. */
export const APP_PROVIDERS: readonly string[] = ['mobilepay']

export const getPaymentWay = (provider: string): PaymentWay => (APP_PROVIDERS.includes(provider) ? 'phone' : 'terminal')
