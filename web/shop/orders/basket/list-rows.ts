import { byFinnishName } from '#domain/finnish-order.ts'
import type { Offered } from './undo-list.ts'
import type { ShopLine } from './use-basket.ts'

type Removed = Extract<Offered, { productId: number }>

/** A row of the list: a line, or the place of one that was just removed. */
export type ListRow = { line: ShopLine } | { removed: Removed }

const namedBy = (row: ListRow) => ('line' in row ? row.line.product : row.removed)

/** Lines by name, and what was removed where it stood. */
export function listRows(lines: readonly ShopLine[], removed: readonly Offered[]): ListRow[] {
  const gone = removed.flatMap(offered => (offered.kind === 'cleared' ? [] : [{ removed: offered }]))
  return [...lines.map(line => ({ line })), ...gone].toSorted((a, b) => byFinnishName(namedBy(a), namedBy(b)))
}
