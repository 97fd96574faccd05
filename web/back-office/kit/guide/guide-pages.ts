import { PATHS } from '#web/kit/paths.ts'

// The pages of docs/shopkeeper, in the order of a reader.
export const GUIDE_NAMES = [
  'getting-started',
  'first-week',
  'products',
  'stock',
  'pre-orders',
  'orders',
  'closings',
  'privacy',
  'faq',
  'wall-card',
] as const
export type GuideName = (typeof GUIDE_NAMES)[number]

/** `at`: an anchor of the English page. */
export const guidePath = (page: GuideName, at?: string): string =>
  `${PATHS.guide}/${page}${at === undefined ? '' : `#${at}`}`
