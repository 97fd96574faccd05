import type { LanguageSettings, OperatorSettings } from '#contract/administration/settings.ts'
import type { contract } from '#contract/index.ts'
import { businessIdProblem, findCountry } from '#domain/administration/operator-fields.ts'
import { type Author, authorAt, recordChange } from '#server/platform/audit-log/record-change.ts'
import { getNotice, saveNotice } from '#server/platform/company/notices.ts'
import { isAnyPublished } from '#server/platform/company/queries.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import {
  lockSetting,
  readSetting,
  saveRetention,
  saveSetting,
  getRetention,
} from '#server/platform/settings/saved-settings.ts'
import { checkHealth } from './check-health.ts'
import { findTerms, publishTerms } from './publish-terms.ts'
import { saveLayouts, getLayouts } from './save-layouts.ts'

export function settingRoutes(context: Context): Handlers<typeof contract.settings> {
  const { db } = context
  const author = authorAt(context.now)
  return {
    operator: () => getOperatorSettings(context, db),
    saveOperator: ({ body: { reason, ...body }, user }) => saveOperator(context, body, author(user, reason)),
    terms: ({ query }) => findTerms(db, query),
    publishTerms: ({ body: { reason, ...body }, user }) => publishTerms(context, body, author(user, reason)),
    languages: () => getLanguageSettings(db),
    saveLanguages: ({ body: { reason, ...body }, user }) => orderLanguages(context, body, author(user, reason)),
    retention: () => getRetention(db),
    saveRetention: ({ body: { reason, ...body }, user }) => saveRetention(context, body, author(user, reason)),
    barcodes: () => getLayouts(db),
    saveBarcodes: ({ body: { reason, ...body }, user, language }) =>
      saveLayouts(context, { ...body, language }, author(user, reason)),
    health: ({ request }) => checkHealth(context, request),
  }
}

export function noticeRoutes(context: Context): Handlers<typeof contract.notices> {
  const author = authorAt(context.now)
  return {
    get: ({ params: { kind } }) => getNotice(context.db, kind),
    save: ({ params: { kind }, body: { reason, ...body }, user }) =>
      saveNotice(context, { kind, ...body }, author(user, reason)),
  }
}

/** The operator's row is the only one. */
const OPERATOR_ID = 1

const rows = (db: Db) =>
  db.selectFrom('operator').select(['revision', 'name', 'business_id', 'address', 'email', 'phone'])

const getOperatorSettings = async ({ config }: Context, db: Db): Promise<OperatorSettings> => ({
  ...(await rows(db).executeTakeFirstOrThrow()),
  country: findCountry(config.locale),
})

/**
 * Saves the operator of the stores. What receipts must contain about the seller can't be removed while a store is open to
 * shoppers.
 */
const saveOperator = (context: Context, { revision, ...after }: Omit<OperatorSettings, 'country'>, author: Author) =>
  inRefusableTransaction(context.db, async trx => {
    const { revision: newest, ...before } = await rows(trx).forNoKeyUpdate().executeTakeFirstOrThrow()
    if (newest !== revision) return refuse('record.changed', { current: await getOperatorSettings(context, trx) })
    const emptied = (['business_id', 'address'] as const).filter(field => before[field] !== '' && after[field] === '')
    if (emptied.length > 0 && (await isAnyPublished(trx)))
      return refuse('form.invalid', { problems: emptied.map(field => ({ field, problem: 'required' })) })
    const wrongId = businessIdProblem(after.business_id, findCountry(context.config.locale))
    if (wrongId !== undefined && after.business_id !== before.business_id)
      return refuse('form.invalid', { problems: [{ field: 'business_id', problem: wrongId }] })
    if (await recordChange(trx, { kind: 'operator', id: OPERATOR_ID, before, after, author })) {
      await trx
        .updateTable('operator')
        .set({ ...after, revision: revision + 1 })
        .execute()
    }
    return getOperatorSettings(context, trx)
  })

async function getLanguageSettings(db: Db): Promise<LanguageSettings> {
  const { revision } = await readSetting(db, 'languages')
  const languages = await db
    .selectFrom('language')
    .select(['id', 'code', 'name', 'is_hidden'])
    .orderBy('position')
    .execute()
  return { revision, languages }
}

type Order = { revision: number; languages: readonly { id: number; is_hidden: boolean }[] }

/** Sets the order of all languages and hides some of them, but not the last. */
const orderLanguages = ({ db }: Context, { revision, languages }: Order, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const held = await lockSetting(trx, 'languages')
    const before = await getLanguageSettings(trx)
    if (held.revision !== revision) return refuse('record.changed', { current: before })
    const known = new Map(before.languages.map(language => [language.id, language]))
    const after = languages.flatMap(({ id, is_hidden }) => {
      const language = known.get(id)
      return language && known.delete(id) ? [{ ...language, is_hidden }] : []
    })
    // Each language exactly once.
    if (known.size > 0 || after.length !== languages.length) return refuse('request.invalid', { fields: ['languages'] })
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
