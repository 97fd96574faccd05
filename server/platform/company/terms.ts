import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

/** The version that is accepted from now on; null before the operator has published any. */
export async function findNewestTerms(db: Kysely<Database>): Promise<number | null> {
  const { newest } = await db
    .selectFrom('terms_version')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}

/** Whether newer terms were published than those shown to the shopper. An app that doesn't send which it showed is trusted. */
export const areOutdated = (shown: number | undefined, newest: number | null): boolean =>
  shown !== undefined && newest !== null && shown !== newest

/** Whether the store sells nothing: it was published under the rule that terms of purchase exist, and there are none. */
export async function areTermsMissing(db: Kysely<Database>, storeId: number): Promise<boolean> {
  const store = db.selectFrom('store').select('needs_terms').where('id', '=', storeId)
  return ((await store.executeTakeFirst())?.needs_terms ?? false) && (await findNewestTerms(db)) === null
}
