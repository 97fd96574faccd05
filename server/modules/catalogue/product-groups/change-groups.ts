import { sql } from 'kysely'
import type { ProductGroupInput } from '#contract/catalogue/product-groups.ts'
import type { LanguageCode } from '#contract/values.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findGroupNames, getGroup, findGroup } from './queries.ts'

type AddGroupInput = { form: ProductGroupInput; language: LanguageCode }

const LANGUAGES = ['en', 'fi', 'sv'] as const

/** What is wrong with the names: none, or one that another group has. */
async function nameProblems(trx: Trx, { names }: ProductGroupInput, except?: number) {
  if (LANGUAGES.every(language => names[language] === '')) return [{ field: 'names', problem: 'required' as const }]
  const known = await findGroupNames(trx)
  return LANGUAGES.flatMap(language => {
    const owner = known.get(comparisonKey(names[language]))
    return owner === undefined || owner === except ? [] : [{ field: `names.${language}`, problem: 'taken' as const }]
  })
}

const toRow = ({ names, ...form }: ProductGroupInput) => ({ ...form, names: JSON.stringify(names) })

export const addGroup = ({ db }: Context, { form, language }: AddGroupInput, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const problems = await nameProblems(trx, form)
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const { id } = await trx.insertInto('product_group').values(toRow(form)).returning('id').executeTakeFirstOrThrow()
    await recordChange(trx, { kind: 'productGroup', id, before: null, after: form, author })
    return getGroup(trx, { id, language })
  })

type Save = AddGroupInput & { id: number; revision: number }

/** Saves a form that is based on the newest revision; bumps the catalogue, since shoppers see the name and the order. */
export const changeGroup = ({ db }: Context, { id, revision, form, language }: Save, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const row = await trx
      .selectFrom('product_group')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return refuse('notFound')
    if (row.revision !== revision) return refuse('record.changed', { current: await findGroup(trx, { id, language }) })
    const problems = await nameProblems(trx, form, id)
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const { id: _id, revision: _revision, ...before } = row
    if (await recordChange(trx, { kind: 'productGroup', id, before, after: form, author })) {
      await trx
        .updateTable('product_group')
        .set({ ...toRow(form), revision: revision + 1 })
        .where('id', '=', id)
        .execute()
      await bumpCatalogue(trx, 'all')
    }
    return getGroup(trx, { id, language })
  })

/** Removes a group without products, under which nothing was sold. */
export const removeGroup = ({ db }: Context, id: number, author: Author) =>
  inRefusableTransaction(db, async trx => {
    // A concurrent call that puts a product into it now waits, and then finds no such group.
    const row = await trx.selectFrom('product_group').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) return refuse('notFound')
    const { products } = await getGroup(trx, { id, language: 'en' })
    if (products > 0 || (await wasSold(trx, id))) return refuse('record.inUse', { products })
    await trx.updateTable('product_version').set({ group_id: null }).where('group_id', '=', id).execute()
    const { id: _id, revision: _revision, ...before } = row
    await recordChange(trx, { kind: 'productGroup', id, before, after: null, author })
    await trx.deleteFrom('product_group').where('id', '=', id).execute()
    return {}
  })

/** Whether an order has a version of a product from when it was in the group. */
async function wasSold(trx: Trx, groupId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM product_version version JOIN order_line line ON line.product_version_id = version.id
    WHERE version.group_id = ${groupId} LIMIT 1`.execute(trx)
  return rows.length > 0
}
