import { sql } from 'kysely'
import type { PhotosChange } from '#domain/catalogue/grid/grid-change.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

const PHOTOS_CHANGE: PhotosChange = { kind: 'photos' }

/** Begins a change of photos, and returns its id. It has no products until the first photo is stored. */
export const addPhotosChange = (db: Db, { userId, at }: Author): Promise<{ id: number }> =>
  db
    .insertInto('bulk_change')
    .values({ change: JSON.stringify(PHOTOS_CHANGE), user_id: userId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Whether it is a change of photos that was not undone. It is locked. */
export async function lockPhotosChange(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('bulk_change')
    .select(['change', 'undone_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.change.kind === 'photos' && row.undone_at === null
}

type ImageRefs = readonly { id: number }[]
type StorePhotosInput = { bulkChangeId: number; productId: number; before: ImageRefs; after: ImageRefs }

const idsOnlyIn = (some: ImageRefs, others: ImageRefs) =>
  some.map(({ id }) => id).filter(id => !others.some(other => other.id === id))

/** Adds to a locked change which images of a product came and went, so that its undo leaves all others. */
export async function storePhotos(trx: Trx, input: StorePhotosInput): Promise<void> {
  const { bulkChangeId, productId, before, after } = input
  const key = { bulk_change_id: bulkChangeId, product_id: productId }
  const [came, went] = [idsOnlyIn(after, before), idsOnlyIn(before, after)]
  if (came.length + went.length === 0) return
  const row = await trx
    .selectFrom('bulk_change_row')
    .select('before')
    .where('bulk_change_id', '=', bulkChangeId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  const { added = [], removed = [] } = row?.before.photos ?? {}
  // What one photo added and the next one replaced was never there for an undo.
  const photos = {
    added: [...added.filter(id => !went.includes(id)), ...came.filter(id => !removed.includes(id))],
    removed: [...removed.filter(id => !came.includes(id)), ...went.filter(id => !added.includes(id))],
  }
  const stored = JSON.stringify({ photos })
  await trx
    .insertInto('bulk_change_row')
    .values({ ...key, revision: 0, before: stored })
    .onConflict(conflict => conflict.columns(['bulk_change_id', 'product_id']).doUpdateSet({ before: stored }))
    .execute()
  if (row) return
  await trx
    .updateTable('bulk_change')
    .set({ products: sql`products + 1` })
    .where('id', '=', bulkChangeId)
    .execute()
}
