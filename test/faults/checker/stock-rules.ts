import type { Finding } from './check.ts'
import type { Facts } from './facts.ts'

/** I5. Both sides come from one snapshot, so it holds at any moment. */
export function checkStock({ orders, lines, shelves }: Facts): Finding[] {
  const sold = new Set(
    orders.filter(order => order.status === 'complete' && order.order_type === 'standard').map(order => order.id),
  )
  const wrongLines = lines.filter(line => {
    const isSold = sold.has(line.order_id)
    return line.moves !== (isSold ? 1 : 0) || line.moved !== (isSold ? -line.quantity_thousandths : 0)
  })
  const wrongShelves = shelves.filter(shelf => shelf.on_shelf !== shelf.in_ledger)
  return [
    ...wrongLines.map((rows): Finding => ({ invariant: 'I5', what: 'a line moved stock wrongly', rows })),
    ...wrongShelves.map((rows): Finding => ({ invariant: 'I5', what: 'a shelf is not the sum of its moves', rows })),
  ]
}
