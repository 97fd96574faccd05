import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
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

/** The text in the requested language, else in the first language that has one. */
export function textInLanguage(texts: { [Code in LanguageCode]?: string }, language: LanguageCode): string {
  const inOrder = [language, ...LANGUAGE_CODES].map(code => texts[code])
  return inOrder.find(text => text !== undefined && text.trim() !== '') ?? ''
}
