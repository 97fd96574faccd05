import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Alert } from '#contract/operations/duty.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { alertText } from './alert-text.ts'

type AlertsQuery = Paging & { stores: StoreScope; is_open?: boolean | undefined }

/** A page of alerts of these stores for which someone was, or would have been, called. */
export async function findAlerts(db: Db, query: AlertsQuery, language: LanguageCode) {
  const { items, total } = await findPage(alertList(db, query), query)
  return {
    total,
    items: items.map(({ cause, facts, store_id, store, time_zone, calls, ...row }): Alert => {
      const timeZone = time_zone ?? SHOP_TIME_ZONE
      return {
        id: row.id,
        cause,
        ...alertText({ cause, facts, store, timeZone }, language),
        store: store_id === null || store === null ? null : { id: store_id, name: store, time_zone: timeZone },
        opened_at: row.opened_at.toISOString(),
        acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
        acknowledged_by: row.acknowledged_by,
        cleared_at: row.cleared_at?.toISOString() ?? null,
        calls: calls.map(({ created_at, ...call }) => ({ ...call, at: new Date(created_at).toISOString() })),
      }
    }),
  }
}

function selectMatching(db: Db, { stores, is_open: isOpen }: AlertsQuery) {
  const rows = db
    .selectFrom('alert')
    .leftJoin('store', 'store.id', 'alert.store_id')
    .leftJoin('app_user', 'app_user.id', 'alert.acknowledged_by')
    .where('opened_at', 'is not', null)
    .where(inStores(stores, sql`alert.store_id`))
  return isOpen === undefined ? rows : rows.where('cleared_at', isOpen ? 'is' : 'is not', null)
}

const alertList = (db: Db, query: AlertsQuery) => ({
  matching: selectMatching(db, query),
  select: (rows: ReturnType<typeof selectMatching>) =>
    rows
      .select(['alert.id', 'cause', 'facts', 'store_id', 'store.name as store', 'store.time_zone'])
      .select(['acknowledged_at', 'app_user.email as acknowledged_by', 'cleared_at'])
      .select(sql<Date>`opened_at`.as('opened_at'))
      .select(alert =>
        jsonArrayFrom(
          alert
            .selectFrom('alert_call')
            .innerJoin('app_user as called', 'called.id', 'alert_call.user_id')
            .select(['called.email', 'channel', 'kind', 'alert_call.created_at'])
            .whereRef('alert_id', '=', 'alert.id')
            .orderBy('alert_call.id'),
        ).as('calls'),
      ),
  sorts: { opened_at: sql`opened_at` },
  defaultSort: '-opened_at',
  id: sql`alert.id`,
})

export const hasAlert = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('alert').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
