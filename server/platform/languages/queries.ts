import type { Context } from '#server/platform/context.ts'

/** The languages that the interface offers; the first is the fallback. */
export const listLanguages = (context: Context) =>
  context.db
    .selectFrom('language')
    .select(['id', 'code', 'name'])
    .where('is_hidden', '=', false)
    .orderBy('position')
    .execute()

export async function isLanguage(context: Context, id: number): Promise<boolean> {
  const offered = await listLanguages(context)
  return offered.some(language => language.id === id)
}
