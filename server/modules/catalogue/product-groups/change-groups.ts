import { sql } from 'kysely'
import type { ProductGroup, ProductGroupInput } from '#contract/catalogue/product-groups.ts'
import type { LanguageCode } from '#contract/values.ts'
import { GROUP_FIELDS } from '#domain/catalogue/group-fields.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { newRecord, type RecordOf, withForm } from '#domain/record-fields.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findGroupNames, getGroup, findGroup, GROUP_COLUMNS } from './queries.ts'

type AddGroupInput = { form: ProductGroupInput; language: LanguageCode }

const NAME_LANGUAGES = ['en', 'fi', 'sv'] as const

/** What is wrong with the names: none, or one that another group has. */
async function nameProblems(trx: Trx, { names }: ProductGroupInput, except?: number) {
  if (NAME_LANGUAGES.every(language => names[language] === ''))
    return [{ field: 'names', problem: 'required' as const }]
  const groupNames = await findGroupNames(trx)
  return NAME_LANGUAGES.flatMap(language => {
    const owner = groupNames.get(comparisonKey(names[language]))
    return owner === undefined || owner === except ? [] : [{ field: `names.${language}`, problem: 'taken' as const }]
  })
}

type WholeGroup = Pick<ProductGroupInput, 'names'> & RecordOf<typeof GROUP_FIELDS>

const toRow = ({ names, ...form }: WholeGroup) => ({
  ...GROUP_COLUMNS.toRow(form),
  names: JSON.stringify(names),
})

/** The part of a group that the form edits. */
const toForm = (group: ProductGroup): WholeGroup => ({
  names: group.names,
  ...withForm(GROUP_FIELDS, group),
})

export const addGroup = ({ db }: Context, { form: typed, language }: AddGroupInput, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const form = { names: typed.names, ...newRecord(GROUP_FIELDS, typed) }
    const problems = await nameProblems(trx, form)
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const { id } = await trx.insertInto('product_group').values(toRow(form)).returning('id').executeTakeFirstOrThrow()
    await recordChange(trx, { kind: 'productGroup', id, before: null, after: form, author })
    return getGroup(trx, { id, language })
  })

type SaveGroupInput = AddGroupInput & { id: number; revision: number }

/** Saves a form that is based on the newest revision; bumps the catalogue, since shoppers see the name and the order. */
export const changeGroup = ({ db }: Context, { id, revision, form: typed, language }: SaveGroupInput, author: Author) =>
  inRefusableTransaction(db, async trx => {
    await trx.selectFrom('product_group').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const current = await findGroup(trx, { id, language })
    if (!current) return refuse('notFound')
    if (current.revision !== revision) return refuse('record.changed', { current })
    const before = toForm(current)
    const form = { names: typed.names, ...withForm(GROUP_FIELDS, before, typed) }
    const problems = await nameProblems(trx, form, id)
    if (problems.length > 0) return refuse('form.invalid', { problems })
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
    await trx.selectFrom('product_group').select('id').where('id', '=', id).forUpdate().execute()
    const group = await findGroup(trx, { id, language: 'en' })
    if (!group) return refuse('notFound')
    const { products } = group
    if (products > 0 || (await wasSold(trx, id))) return refuse('record.inUse', { products })
    await trx.updateTable('product_version').set({ group_id: null }).where('group_id', '=', id).execute()
    await recordChange(trx, { kind: 'productGroup', id, before: toForm(group), after: null, author })
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
