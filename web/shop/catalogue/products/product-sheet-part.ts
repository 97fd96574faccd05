import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'

const loadSheet = () => import('./product-sheet.tsx')

/** All details of one product. */
export const { Part: ProductSheet } = lazyPart(async () => (await loadSheet()).ProductSheet)
/** Warnings of what the shopper avoids; loaded only by those who chose anything. */
export const { Part: AllergenPills } = lazyPart(async () => (await loadSheet()).AllergenPills)
