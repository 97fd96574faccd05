import { sql } from 'kysely'
import type { Trx } from '#server/platform/schema/tables.ts'

/** How much of one product is still on its way, as a share of what came of it. */
const CAME_SHARE = 0.5

/**
 * Inserts the suppliers of past deliveries; the order behind each store's newest delivery, one of them with goods still on their
 * way; and a draft of an order.
 */
export async function insertPurchases(trx: Trx, { adminId, now }: { adminId: number; now: Date }): Promise<void> {
  await insertDeliveries(trx)
  // Ordered a day before they came.
  await sql`
    WITH newest AS (
      SELECT DISTINCT ON (delivery.store_id) delivery.stock_entry_id AS entry_id, delivery.store_id, delivery.supplier_id,
        entry.created_at AS received_at
      FROM delivery JOIN stock_entry entry ON entry.id = delivery.stock_entry_id
      ORDER BY delivery.store_id, entry.id DESC
    ), ordered AS (
      INSERT INTO purchase_order (supplier_id, store_id, state, language, sent_to, sent_at, sent_by, ended_at, ended_by, created_at,
        created_by, revision)
      SELECT supplier.id, newest.store_id, 'closed', 'fi', supplier.email, received_at - interval '22 hours', ${adminId}::integer,
        received_at, ${adminId}::integer, received_at - interval '23 hours', ${adminId}::integer, 3
      FROM newest JOIN supplier ON supplier.id = newest.supplier_id ORDER BY newest.store_id
      RETURNING id, store_id
    ), updated_delivery AS (
      UPDATE delivery SET purchase_order_id = ordered.id FROM newest JOIN ordered ON ordered.store_id = newest.store_id
      WHERE delivery.stock_entry_id = newest.entry_id
    )
    INSERT INTO purchase_order_line (purchase_order_id, product_id, position, ordered_thousandths, pack_thousandths,
      received_thousandths, name, unit, price_ten_thousandths)
    SELECT ordered.id, move.product_id, row_number() OVER (PARTITION BY ordered.id ORDER BY move.id) - 1,
      move.quantity_thousandths, 1000, move.quantity_thousandths, version.names->>'fi', version.unit, move.price_ten_thousandths
    FROM newest JOIN ordered ON ordered.store_id = newest.store_id
      JOIN stock_move move ON move.stock_entry_id = newest.entry_id
      JOIN product_version version ON version.product_id = move.product_id AND version.is_current`.execute(trx)
  await sql`
    WITH opened AS (
      UPDATE purchase_order SET state = 'sent', ended_at = NULL, ended_by = NULL
      WHERE id = (SELECT min(id) FROM purchase_order) RETURNING id
    )
    UPDATE purchase_order_line line SET ordered_thousandths = ordered_thousandths + 1000
        * ceil(ordered_thousandths * ${CAME_SHARE}::numeric / 1000)
    FROM opened WHERE line.purchase_order_id = opened.id AND line.position = 0`.execute(trx)
  await sql`
    WITH low AS (
      SELECT shelf.store_id, product.supplier_id, product.id,
        coalesce(product.order_pack_thousandths, coalesce(product.units_per_case, 1) * 1000) AS pack
      FROM store_stock shelf JOIN product ON product.id = shelf.product_id
      WHERE shelf.is_standard AND shelf.offered AND shelf.level IN ('low', 'out')
    ), most AS (
      SELECT store_id, supplier_id FROM low GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT 1
    ), draft AS (
      INSERT INTO purchase_order (supplier_id, store_id, created_at, created_by)
      SELECT supplier_id, store_id, ${now}::timestamptz - interval '3 hours', ${adminId}::integer FROM most
      RETURNING id, supplier_id, store_id
    )
    INSERT INTO purchase_order_line (purchase_order_id, product_id, position, ordered_thousandths, pack_thousandths)
    SELECT draft.id, low.id, row_number() OVER (ORDER BY low.id) - 1, low.pack, low.pack
    FROM draft JOIN low USING (store_id, supplier_id)`.execute(trx)
}

/** The suppliers of past deliveries, and what the goods cost on their days. */
async function insertDeliveries(trx: Trx): Promise<void> {
  await sql`
    INSERT INTO delivery (stock_entry_id, store_id, supplier_id, note)
    SELECT entry.id, entry.store_id, min(product.supplier_id), 'L-' || entry.id
    FROM stock_entry entry JOIN stock_move move ON move.stock_entry_id = entry.id AND move.kind = 'delivery'
      JOIN product ON product.id = move.product_id
    GROUP BY entry.id`.execute(trx)
  await sql`
    UPDATE stock_move move SET price_ten_thousandths = (
      SELECT price.price_ten_thousandths FROM purchase_price price
      WHERE price.product_id = move.product_id AND price.supplier_id = product.supplier_id
        AND price.valid_from <= (move.created_at AT TIME ZONE 'Europe/Helsinki')::date
      ORDER BY price.valid_from DESC LIMIT 1)
    FROM product WHERE product.id = move.product_id AND move.kind = 'delivery'`.execute(trx)
}
