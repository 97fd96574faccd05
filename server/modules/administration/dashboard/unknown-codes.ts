import { sql } from 'kysely'
import type { AdminHome, UnknownCode } from '#contract/administration/dashboard.ts'
import type { LanguageCode } from '#contract/values.ts'
import { DAY_MS } from '#domain/durations.ts'
import { compareInFinnish } from '#domain/format/finnish-order.ts'
import { readLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import type { Context } from '#server/platform/context.ts'
import { jsonRecordset, anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'

const SHOWN_CODES = 8

type ReportedRow = Omit<UnknownCode, 'last_at' | 'product'> & {
  last_at: Date
  product: UnknownCode['product'] | null
  total: number
}

/** When a seasonal product is taken off sale, reports from the beginning of its season must not come back. */
const PRODUCT_REPORT_DAYS = 30

type UnknownCodesInput = { storeIds: readonly number[]; language: LanguageCode; at: Date }

/**
 * Codes that shoppers reported and still can't buy, the most reported first: no product has the code, or the product is inactive
 * or not sold in the stores of the reports, which are at most 30 days old. Recalled products and pre-order products are left out,
 * since shelves don't sell them.
 */
export async function findUnknownCodes(
  db: Db,
  { storeIds, language, at }: UnknownCodesInput,
): Promise<AdminHome['unknown_codes']> {
  const layouts = await readLayouts(db)
  const key = sql`lpad(report.code, 14, '0')`
  const { rows } = await sql<ReportedRow>`
    WITH report AS (
      SELECT report.*, store.name AS store, store.archived_at, coalesce(
        (SELECT product_id FROM product_code WHERE code_key = ${key}),
        (SELECT product_id FROM ${jsonRecordset(layouts, 'prefix text, kind text, item_digits integer')} JOIN product_code
            ON code_key = r.kind || ':' || substr(${key}, 4, r.item_digits)
          WHERE starts_with(${key}, '0' || r.prefix) LIMIT 1)) AS product_id
      FROM unknown_code_report report JOIN store ON store.id = report.store_id
      WHERE report.store_id = ${anyId(storeIds)}),
    listed AS (
      SELECT report.code, report.product_id, product.enabled, sum(report.reports)::integer AS reports, max(report.last_at) AS last_at,
        array_agg(DISTINCT report.store) AS stores, count(*) OVER ()::integer AS total
      FROM report LEFT JOIN product ON product.id = report.product_id
      LEFT JOIN store_stock shelf ON shelf.store_id = report.store_id AND shelf.product_id = report.product_id
      WHERE report.product_id IS NULL OR (product.product_type = 'standard' AND product.recalled_at IS NULL
        AND report.archived_at IS NULL AND report.last_at > ${new Date(at.getTime() - PRODUCT_REPORT_DAYS * DAY_MS)} AND NOT (product.enabled AND coalesce(shelf.offered, false)))
      GROUP BY report.code, report.product_id, product.enabled
      ORDER BY reports DESC, last_at DESC, report.code LIMIT ${sql.lit(SHOWN_CODES)})
    SELECT listed.code, reports, last_at, stores, total, CASE WHEN version.id IS NOT NULL THEN jsonb_build_object(
      'id', version.product_id, 'name', text_in(version.names, ${sql.lit(language)}), 'enabled', enabled) END AS product
    FROM listed LEFT JOIN product_version version ON version.product_id = listed.product_id AND version.is_current
    ORDER BY reports DESC, last_at DESC, listed.code`.execute(db)
  const items = rows.map(({ total: _total, last_at, stores, product, ...row }) => ({
    ...row,
    stores: stores.toSorted(compareInFinnish),
    last_at: last_at.toISOString(),
    ...(product && { product }),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

type DismissCodeInput = { code: string; userId: number }

/** Removes all reports of a code. Codes have no audit log, so the server log contains which admin did it. */
export async function dismissCode(
  { db, log }: Context,
  { code, userId }: DismissCodeInput,
): Promise<{ removed: number }> {
  const { numDeletedRows } = await db.deleteFrom('unknown_code_report').where('code', '=', code).executeTakeFirst()
  const removed = Number(numDeletedRows)
  if (removed > 0) log.info({ code, userId, removed }, 'an admin dismissed the reports of an unknown barcode')
  return { removed }
}
