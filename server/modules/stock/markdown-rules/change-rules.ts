import type { MarkdownRules } from '#contract/stock/markdown-rules.ts'
import { type MarkdownRule, markdownProblems } from '#domain/catalogue/markdown.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

/** The rules of a store; undefined: no such store. */
export async function findMarkdownRules(db: Db, storeId: number): Promise<MarkdownRules | undefined> {
  const row = await db
    .selectFrom('store')
    .leftJoin('store_markdown', 'store_markdown.store_id', 'store.id')
    .select(['store_markdown.rules', 'store_markdown.revision'])
    .where('store.id', '=', storeId)
    .executeTakeFirst()
  return row && { revision: row.revision ?? 0, rules: row.rules ?? [] }
}

type ChangeRulesInput = { storeId: number; revision: number; rules: MarkdownRule[] }

/** Replaces the rules that the revision names. Packages are priced by the new ones at once. */
export const changeMarkdownRules = ({ db }: Context, input: ChangeRulesInput, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const { storeId, revision, rules } = input
    await trx.selectFrom('store').select('id').where('id', '=', storeId).forNoKeyUpdate().execute()
    const current = await findMarkdownRules(trx, storeId)
    if (!current) return refuse('notFound')
    if (current.revision !== revision) return refuse('record.changed', { current })
    const problems = [...markdownProblems(rules), ...(await findUnknown(trx, rules))]
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const [before, after] = [toFacts(current.rules), toFacts(rules)]
    if (!(await recordChange(trx, { kind: 'store', id: storeId, before, after, author }))) return current
    const saved = { revision: revision + 1, rules: JSON.stringify(rules) }
    await trx
      .insertInto('store_markdown')
      .values({ store_id: storeId, ...saved })
      .onConflict(conflict => conflict.column('store_id').doUpdateSet(saved))
      .execute()
    await bumpCatalogue(trx, [storeId])
    return { revision: revision + 1, rules }
  })

async function findUnknown(trx: Trx, rules: readonly MarkdownRule[]) {
  const products = await trx
    .selectFrom('product')
    .select('id')
    .where('id', '=', anyId(rules.flatMap(rule => rule.product_id ?? [])))
    .execute()
  const groups = await trx
    .selectFrom('product_group')
    .select('id')
    .where('id', '=', anyId(rules.flatMap(rule => rule.group_id ?? [])))
    .execute()
  const isKnown = ({ product_id: product, group_id: group }: MarkdownRule) =>
    (product === null || products.some(({ id }) => id === product)) &&
    (group === null || groups.some(({ id }) => id === group))
  return rules.flatMap((rule, index) => (isKnown(rule) ? [] : [{ field: `rules.${index}`, problem: 'unknown' }]))
}

const stepsText = ({ steps }: MarkdownRule): string =>
  steps.map(({ days_left: days, percent }) => `${days}: ${percent} %`).join(', ')

const targetText = ({ product_id: product, group_id: group }: MarkdownRule): string =>
  product === null ? (group === null ? 'all' : `group ${group}`) : `product ${product}`

/** For the audit log: the steps by what they are for, such as `2: 30 %, 0: 50 %`. */
const toFacts = (rules: readonly MarkdownRule[]) => ({
  markdowns: Object.fromEntries(rules.map(rule => [targetText(rule), stepsText(rule)])),
})
