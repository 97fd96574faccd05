import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'

/** Used before the operator has published any terms of purchase. */
const NO_TERMS = { id: 1, title: '', paragraphs: [] as string[] }

/** The operator of the stores, with the newest terms of purchase in that language. */
export async function showOperator(context: Context, language: LanguageCode) {
  const operator = await context.db
    .selectFrom('operator')
    .select(['name', 'business_id', 'address', 'email', 'phone'])
    .executeTakeFirstOrThrow()
  const newest = await context.db
    .selectFrom('terms_version')
    .select(['id', 'texts'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...operator, terms: newest ? { id: newest.id, ...newest.texts[language] } : NO_TERMS }
}
