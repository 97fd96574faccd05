import { sql } from 'kysely'
import { findSteps, type JudgedProduct, type MarkdownRule } from '#domain/catalogue/markdown.ts'
import { isoDate } from '#domain/format/date-format.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type LotRulesRow = {
  time_zone: string
  rules: MarkdownRule[] | null
  recalled: { product_id: number; lot: string }[] | null
}

/** How a store judges packages that name a lot or a date, on its own day; undefined: no such store. */
export async function findLotRules(db: Db, { storeId, now }: { storeId: number; now: Date }) {
  const { rows } = await sql<LotRulesRow>`
    SELECT store.time_zone, (SELECT rules FROM store_markdown WHERE store_id = store.id) AS rules, (
      SELECT json_agg(json_build_object('product_id', recall.product_id, 'lot', recalled_lot.lot) ORDER BY recalled_lot.lot)
      FROM recall JOIN recalled_lot ON recalled_lot.recall_id = recall.id WHERE recall.ended_at IS NULL) AS recalled
    FROM store WHERE store.id = ${storeId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const rules = row.rules ?? []
  return {
    today: isoDate(now, row.time_zone),
    /** Of one of its products. */
    rulesFor: (product: {
      productId: number
      groupId: number | null
    }): Pick<JudgedProduct, 'markdown' | 'recalledLots'> => {
      const lots = row.recalled?.filter(each => each.product_id === product.productId).map(({ lot }) => lot) ?? []
      return { markdown: findSteps(rules, product), recalledLots: lots }
    },
  }
}

export type LotRules = NonNullable<Awaited<ReturnType<typeof findLotRules>>>
