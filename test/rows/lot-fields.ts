import { type Lot, toLotColumns } from '#domain/catalogue/lot.ts'

/** The fields of a request that name a package's lot and date. */
export const toLotFields = (lot: Lot) =>
  Object.fromEntries(Object.entries(toLotColumns(lot)).filter(([, value]) => value !== null))
