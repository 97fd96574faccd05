import type { LanguageCode } from '#contract/values.ts'
import { toRightStores } from '#domain/accounts/right-stores.ts'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { findSeller } from '#server/modules/stores/seller/queries.ts'
import { noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { grantRights, isAmong, revokeRight } from '#server/platform/rights/change-rights.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'

type InTransaction<Part extends keyof Context> = Pick<Context, Part> & { db: Trx }
type SaveRightsInput = {
  userId: number
  before: readonly GrantedRight[]
  after: readonly GrantedRight[]
  at: Date
}

/** Takes and grants what differs, and notes it for a later restore. The user's row is locked. */
export async function saveRights(
  context: InTransaction<'secrets'>,
  { userId, before, after, at }: SaveRightsInput,
): Promise<void> {
  const { db: trx } = context
  const granted = after.filter(right => !isAmong(before, right))
  const revoked = before.filter(right => !isAmong(after, right))
  for (const right of revoked) await revokeRight(trx, userId, right)
  await grantRights(trx, { userId, rights: granted, at })
  for (const [kind, changed] of [
    ['right_revoked', revoked],
    ['right_granted', granted],
  ] as const)
    for (const right of changed) await noteForAddress(context, { kind, userId, at, right })
}

/** Each right in a line: "Keeper: Teijo, Mathildedal". */
export async function formatRights(db: Db, rights: readonly GrantedRight[], language: LanguageCode): Promise<string[]> {
  const t = createTranslate(language)
  const names = await listStoreNames(db, rights)
  return toRightStores(rights).map(({ kind, storeIds }) => {
    const stores = storeIds?.map(id => names.get(id) ?? String(id)).join(', ') ?? t('accounts.rights.allStores')
    return `${t(`accounts.rights.kinds.${kind}`)}: ${stores}`
  })
}

/** The names of the stores of rights, by id. */
export async function listStoreNames(db: Db, rights: readonly GrantedRight[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rights.flatMap(({ storeId }) => storeId ?? []))]
  const stores = await db.selectFrom('store').select(['id', 'name']).where('id', '=', anyId(ids)).execute()
  return new Map(stores.map(({ id, name }) => [id, name]))
}

type NotifyPersonInput = { userId: number; rights: readonly GrantedRight[]; author: string; at: Date }

/** Emails a person whose rights in stores an admin has changed. `author`: the admin's address. */
export async function notifyPerson(
  { db, outbox }: InTransaction<'outbox'>,
  { userId, rights, author, at }: NotifyPersonInput,
): Promise<void> {
  const { email: to, language } = await db
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['email', 'language.code as language'])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  const t = createTranslate(language)
  const seller = await findSeller(db)
  const lines = await formatRights(db, rights, language)
  const parts = [
    ...(lines.length === 0 ? [t('accounts.rights.ended', { seller })] : [t('accounts.rights.changed'), { lines }]),
    t('accounts.adminEvents.author', { who: author, time: shopTimeText(at.toISOString()) }),
    t('accounts.rights.notYou'),
    seller,
  ]
  const subject = t('accounts.rights.subject', { seller })
  await outbox.enqueue(db, 'mail', { to, ...renderEmail({ language, subject, parts }) })
}
