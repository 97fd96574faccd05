import type { LanguageCode } from '#contract/values.ts'
import { type Facts, type FieldChange, fieldChanges } from '#domain/field-changes.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { findLock, findLockSetting } from '#domain/stores/locks/lock-providers.ts'
import { mailAdmins } from '#server/modules/stores/seller/mail-admins.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'

/** `before` and `after`: as in the audit log; without a lock, and for a store that is new, null. */
type LockChange = { storeId: number; before: Facts | null; after: Facts | null; author: Author }

/** Mails all admins when a store's lock, its settings or the key of its keypad change: the door may open for other people. */
export async function notifyLockChange(context: Pick<Context, 'outbox'> & { db: Trx }, change: LockChange) {
  const { storeId, before, after, author } = change
  const changes = fieldChanges(before, after)
  if (changes.length === 0) return
  const { name: store } = await context.db
    .selectFrom('store')
    .select('name')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const { email } = await context.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', author.userId)
    .executeTakeFirstOrThrow()
  await mailAdmins(context, {
    write(language) {
      const t = createTranslate(language)
      const what = changes.map(each => changeText(each, language)).filter(text => text !== undefined)
      const by = `${t('stores.lockChange.author')}: ${email}, ${shopTimeText(author.at.toISOString())}`
      return {
        subject: t('stores.lockChange.subject', { store }),
        parts: [
          t('stores.lockChange.intro'),
          { lines: [`${t('stores.lockChange.store')}: ${store}`, ...what, by] },
          t('stores.lockChange.notYou'),
        ],
      }
    },
  })
}

function changeText({ field, from, to }: FieldChange, language: LanguageCode): string | undefined {
  const t = createTranslate(language)
  const plain = (value: unknown) => (typeof value === 'string' ? (findLock(value)?.name[language] ?? value) : '–')
  if (field === 'keypad_key') return t('stores.lockChange.newKey')
  if (field === 'fingerprint') return to === null ? undefined : t('stores.lockChange.newToken')
  const label = field === 'provider' ? t('stores.lockChange.lock') : findLockSetting(field)?.label[language]
  return `${label ?? field}: ${plain(from)} → ${plain(to)}`
}
