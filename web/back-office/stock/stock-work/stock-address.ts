import { PATHS } from '#web/kit/paths.ts'

export const WORK_KINDS = ['delivery', 'count', 'waste', 'correction'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

export const isWorkKind = (text: string | null): text is WorkKind => WORK_KINDS.some(kind => kind === text)

interface Screen {
  store: number
  /** Receiving, counting, wasting, correcting. */
  work?: WorkKind
  /** A stock take, or `all` of them. */
  take?: number | 'all'
  /** What of a stock take is looked at. */
  show?: 'review'
  /** A product's ledger. */
  product?: number
}

/** Every screen of the stock is the one address with another query. */
export function stockPath(screen: Screen): string {
  const query = Object.entries(screen).map(([name, value]) => [name, String(value)])
  return `${PATHS.stock}?${new URLSearchParams(query).toString()}`
}
