import type { LanguageSettings } from '#contract/administration/settings.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { lockSetting, readSetting, saveSetting } from '#server/platform/settings/saved-settings.ts'

export async function getLanguageSettings(db: Db): Promise<LanguageSettings> {
  const { revision } = await readSetting(db, 'languages')
  const languages = await db
    .selectFrom('language')
    .select(['id', 'code', 'name', 'is_hidden'])
    .orderBy('position')
    .execute()
  return { revision, languages }
}

type LanguageOrder = { revision: number; languages: readonly { id: number; is_hidden: boolean }[] }

/** Sets the order of all languages and hides some of them, but not the last. */
export const orderLanguages = ({ db }: Context, { revision, languages }: LanguageOrder, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const locked = await lockSetting(trx, 'languages')
    const before = await getLanguageSettings(trx)
    if (locked.revision !== revision) return refuse('record.changed', { current: before })
    const languagesById = new Map(before.languages.map(language => [language.id, language]))
    const after = languages.flatMap(({ id, is_hidden }) => {
      const language = languagesById.get(id)
      return language && languagesById.delete(id) ? [{ ...language, is_hidden }] : []
    })
    // Each language exactly once.
    if (languagesById.size > 0 || after.length !== languages.length)
      return refuse('request.invalid', { fields: ['languages'] })
    if (after.every(language => language.is_hidden)) return refuse('languages.none')
    const change = { before: toAuditFields(before.languages), after: toAuditFields(after), author }
    if (await recordChange(trx, { kind: 'languages', id: 1, ...change })) {
      for (const [at, { id, is_hidden }] of after.entries())
        await trx
          .updateTable('language')
          .set({ position: at + 1, is_hidden })
          .where('id', '=', id)
          .execute()
      await saveSetting(trx, 'languages', { value: {}, revision })
    }
    return getLanguageSettings(trx)
  })

const toAuditFields = (languages: readonly { code: string; is_hidden: boolean }[]) => ({
  offered: languages.flatMap(({ code, is_hidden }) => (is_hidden ? [] : [code])).join(', '),
  hidden: languages.flatMap(({ code, is_hidden }) => (is_hidden ? [code] : [])).join(', '),
})
