import { totals } from '#domain/vat.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Transaction } from 'kysely'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'

type Trx = Transaction<Database>
type Split = { id: number; userId: number; status: WaitingStatus; withdrawnIds: readonly number[]; at: Date }
/** Neither paid nor being paid. */
export type WaitingStatus = 'preorder_booked' | 'preorder_delivered'

/**
 * Splits off the rest of a pre-order when some of its goods were withdrawn from before it was paid: a separate pre-order in its
 * place, booked or delivered like the whole, at the same prices. So the terminal, the pick list and the supplier's order contain
 * only the rest. Returns its id; moves no capacity.
 */
export async function splitOffRest(trx: Trx, { id, userId, status, withdrawnIds, at }: Split): Promise<number> {
  const lines = await trx
    .selectFrom('order_line')
    .select(['total_cents as totalCents', 'rate_basis_points as rateBasisPoints'])
    .where('order_id', '=', id)
    .where('product_id', 'not in', [...withdrawnIds])
    .execute()
  const { grossCents, netCents } = totals(lines)
  const { rows } = await sql<{ id: number }>`
    WITH rest AS (
      INSERT INTO customer_order (user_id, store_id, order_type, status, total_cents, net_cents, terms_version_id,
        preorder_event_id, replaces_order_id, booked_at, delivery_told_at, created_at, updated_at)
      SELECT user_id, store_id, order_type, status, ${grossCents}::integer, ${netCents}::integer,
        terms_version_id, preorder_event_id, id, ${at}::timestamptz, delivery_told_at, created_at,
        ${at}::timestamptz
      FROM customer_order WHERE id = ${id}
      RETURNING id
    ), lines AS (
      INSERT INTO order_line (order_id, product_version_id, product_id, quantity_thousandths, amounts_cents,
        unit_price_cents, deposit_cents, total_cents, rate_basis_points, perishable)
      SELECT rest.id, product_version_id, product_id, quantity_thousandths, amounts_cents, unit_price_cents,
        deposit_cents, total_cents, rate_basis_points, perishable
      FROM order_line, rest WHERE order_id = ${id} AND product_id <> ALL (${[...withdrawnIds]}::integer[])
    )
    SELECT id FROM rest`.execute(trx)
  const [rest] = rows
  if (!rest) throw new Error(`Pre-order ${id} is gone`)
  const reason = `what is left of ${id} after a withdrawal`
  const event = { from: null, to: status, actor: 'shopper', userId, reason, at } as const
  await recordOrderEvents(trx, [{ orderId: rest.id, ...event }])
  return rest.id
}
