import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'

const load = () => import('./product-sheet.tsx')

/** All details of one product. */
export const { Part: ProductSheet } = lazyPart(async () => (await load()).ProductSheet)
/** Warnings of what the shopper avoids; loaded only by those who chose anything. */
export const { Part: AllergenPills } = lazyPart(async () => (await load()).AllergenPills)
