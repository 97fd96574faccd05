import { PATHS } from '#web/kit/paths.ts'

export const WORK_KINDS = ['delivery', 'count', 'waste', 'correction'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

export const isWorkKind = (text: string | null): text is WorkKind => WORK_KINDS.some(kind => kind === text)

interface Screen {
  store: number
  /** Delivery, count, waste or correction. */
  work?: WorkKind
  /** A stock take, or `all` of them. */
  take?: number | 'all'
  /** The part of a stock take to show. */
  show?: 'review'
  /** A product's ledger. */
  product?: number
}

/** Every screen of the stock has the same path with another query. */
export function stockPath(screen: Screen): string {
  const query = Object.entries(screen).map(([name, value]) => [name, String(value)])
  return `${PATHS.stock}?${new URLSearchParams(query).toString()}`
}
