/** Needed before a store is published: the seller's details, which receipts must show, and the terms of purchase. */
export const SELLER_PARTS = ['name', 'business_id', 'address', 'terms'] as const
export type SellerPart = (typeof SELLER_PARTS)[number]
