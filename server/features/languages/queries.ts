import type { Context } from '#server/context.ts'

/** The interface's languages; the first is the fallback. */
export const listLanguages = (context: Context) =>
  context.db.selectFrom('language').select(['id', 'code', 'name']).orderBy('position').execute()

export async function isLanguage(context: Context, id: number): Promise<boolean> {
  const row = await context.db.selectFrom('language').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
