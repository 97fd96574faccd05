/** What a shop names before it opens a store to shoppers: who sells, as receipts must say it, and the terms of purchase. */
export const SELLER_PARTS = ['name', 'business_id', 'address', 'terms'] as const
export type SellerPart = (typeof SELLER_PARTS)[number]
