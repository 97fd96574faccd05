import type { LanguageCode } from '#contract/values.ts'
import { type FieldChange, type Facts, fieldChanges } from '#domain/field-changes.ts'
import { TERMINAL_SETTINGS } from '#domain/payments/terminals/terminal-providers.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { mailAdmins } from '#server/modules/stores/seller/mail-admins.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { createTranslate, isTextKey } from '#server/texts/text.ts'

type MoneyChange = {
  terminalId: number
  /** As in the audit log; null: it is new. */
  before: Facts | null
  after: Facts
  author: Author
}

/** Mails all admins when a terminal or an app was added, connected in another way or taken back into use: its payments may go to another account. */
export async function notifyMoneyChange(context: Context & { db: Trx }, change: MoneyChange): Promise<void> {
  const { terminalId, before, after, author } = change
  const changes = fieldChanges(before, after).filter(({ field }) => field !== 'name')
  if (changes.length === 0) return
  const terminal = await context.db
    .selectFrom('terminal')
    .innerJoin('store', 'store.id', 'terminal.store_id')
    .select(['terminal.name', 'store.name as store'])
    .where('terminal.id', '=', terminalId)
    .executeTakeFirstOrThrow()
  const { email } = await context.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', author.userId)
    .executeTakeFirstOrThrow()
  await mailAdmins(context, {
    write(language) {
      const t = createTranslate(language)
      const what = [
        `${t('payments.methodChange.store')}: ${terminal.store}`,
        `${t('payments.methodChange.method')}: ${terminal.name}`,
        ...changes.map(each => changeText(each, language)),
      ]
      const when = shopTimeText(author.at.toISOString())
      return {
        subject: before
          ? t('payments.methodChange.changed', { store: terminal.store })
          : t('payments.methodChange.added', { store: terminal.store }),
        parts: [
          t('payments.methodChange.intro'),
          { lines: [...what, `${t('payments.methodChange.author')}: ${email}, ${when}`] },
          t('payments.methodChange.notYou'),
        ],
      }
    },
  })
}

const plainText = (value: unknown): string => (typeof value === 'string' ? value : '–')

function changeText({ field, from, to }: FieldChange, language: LanguageCode): string {
  const t = createTranslate(language)
  const name = field.split('.').at(-1) ?? field
  if (name === 'retired') return t('payments.methodChange.reused')
  if (field.startsWith('fingerprints.'))
    return `${name}: ${to === null ? t('payments.methodChange.removedKey') : t('payments.methodChange.newKey')}`
  const key = `payments.methodChange.fields.${name}`
  const label = isTextKey(key) ? t(key) : TERMINAL_SETTINGS[name]?.label[language]
  return `${label ?? name}: ${plainText(from)} → ${plainText(to)}`
}
