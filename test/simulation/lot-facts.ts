import { lastDay, type Lot } from '#domain/catalogue/lot.ts'
import type { LotFacts, PackageFact } from '#test/faults/checker/facts.ts'
import type { JudgedPackage } from './memory/memory-lots.ts'
import type { LineRow, MemoryRows, OrderRow } from './memory/memory-rows.ts'
import type { World } from './world.ts'

/** The facts about packages with lots, of an idle world. */
export function getLotFacts({
  repository: { rows },
  scans,
}: World): Pick<LotFacts, 'packages' | 'scans' | 'lots' | 'recalls'> {
  const { lots } = rows
  return {
    packages: [...rows.orders.values()].flatMap(order =>
      order.lines.flatMap(line => (line.judged ? [toPackageFact(rows, { order, line, judged: line.judged })] : [])),
    ),
    scans,
    lots: lots.rows.map(({ id, productId, thousandths }) => {
      const moved = lots.moves.filter(({ lotId }) => lotId === id).reduce((sum, move) => sum + move.thousandths, 0)
      return { store_id: 1, product_id: productId, there: thousandths, in_ledger: moved }
    }),
    // No lost response: an admin retries until the recall has begun.
    recalls: lots.recalls.map(({ productId, lot, startedAt, buyers }) => ({
      product_id: productId,
      lots: [lot],
      started_at: new Date(startedAt),
      confirmed_at: new Date(startedAt),
      buyers: [...buyers].map(([user_id, is_certain]) => ({ user_id, email: '', is_certain })),
    })),
  }
}

type PackageLine = { order: OrderRow; line: LineRow; judged: JudgedPackage }

function toPackageFact({ attempts, lots }: MemoryRows, { order, line, judged }: PackageLine): PackageFact {
  const begun = [...attempts.values()].findLast(({ orderId }) => orderId === order.id)
  const moves = lots.moves.filter(({ lineId }) => lineId === line.id)
  return {
    order_id: order.id,
    user_id: order.userId,
    product_id: line.productId,
    quantity_thousandths: line.quantityThousandths,
    unit_price_cents: judged.unitCents,
    ...toNames(judged.lot),
    use_by: judged.lot.useBy ?? null,
    is_sold: order.status === 'complete',
    ordered_at: new Date(order.createdAt),
    ordered_on: order.orderedOn,
    begun_at: begun ? new Date(begun.createdAt) : null,
    begun_on: begun?.begunOn ?? null,
    parts: moves.map(({ lotId, thousandths }) => ({
      ...toNames(lots.rows.find(({ id }) => id === lotId)?.lot),
      quantity_thousandths: -thousandths,
    })),
  }
}

const toNames = (lot: Lot = {}) => ({ lot: lot.lot ?? null, last_day: lastDay(lot) ?? null })
