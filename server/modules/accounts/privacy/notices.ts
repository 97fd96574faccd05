import type { Notice } from '#contract/accounts/privacy.ts'
import type { NoticeKind, NoticeSettings, NoticeTexts } from '#contract/administration/legal-notices.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { DATA_KINDS } from '#domain/accounts/personal-data.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { NOTIFICATION_DAYS } from '#domain/operations/retention-periods.ts'
import { PRIVACY_TEXTS } from '#domain/payments/terminals/terminal-providers.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { SESSION_DAYS, SESSION_MOST_DAYS } from '#server/platform/http/session.ts'
import { readRetention } from '#server/platform/retention.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { lockSetting, readSetting, saveSetting } from '#server/platform/settings/saved-settings.ts'
import { TEXTS } from '#server/texts/catalogues.ts'

const SETTING_OF = { privacy: 'privacy_notice', cameras: 'camera_notice' } as const
const NOTICE_PLACEHOLDERS = [
  'operator',
  'business_id',
  'address',
  'email',
  'phone',
  'visit_days',
  'unpaid_order_days',
  'idle_account_years',
  'payment_apps',
]

const EMPTY_NOTICE: Notice = { title: '', paragraphs: [] }

type SavedNotice = { is_shown: boolean; texts: NoticeTexts }

/**
 * The saved notice, or the built-in one where nothing was saved. The camera notice is shown once the operator declares cameras.
 */
function chosenFrom(kind: NoticeKind, value: Readonly<Record<string, unknown>>): SavedNotice {
  // Only saveNotice writes it, in the contract's shape.
  const { is_shown = false, texts } = value as Partial<SavedNotice>
  const toCustomNotice = (code: LanguageCode) => {
    const usual = {
      title: TEXTS[code][`accounts.notices.${kind}.title`],
      paragraphs: TEXTS[code][`accounts.notices.${kind}.text`].split('\n\n'),
    }
    const { title = '', paragraphs = [] } = texts?.[code] ?? {}
    return { title: title || usual.title, paragraphs: paragraphs.length > 0 ? paragraphs : usual.paragraphs }
  }
  return {
    is_shown: kind === 'privacy' || is_shown,
    texts: { en: toCustomNotice('en'), fi: toCustomNotice('fi'), sv: toCustomNotice('sv') },
  }
}

export async function getNotice(db: Db, kind: NoticeKind): Promise<NoticeSettings> {
  const { value, revision } = await readSetting(db, SETTING_OF[kind])
  return { revision, ...chosenFrom(kind, value), placeholders: NOTICE_PLACEHOLDERS }
}

type SaveNoticeInput = SavedNotice & { kind: NoticeKind; revision: number }

/** Replaces the built-in text with the operator's. The audit log keeps the previous text. */
export const saveNotice = ({ db }: Context, { kind, revision, ...after }: SaveNoticeInput, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const locked = await lockSetting(trx, SETTING_OF[kind])
    if (locked.revision !== revision) return refuse('record.changed', { current: await getNotice(trx, kind) })
    const [before, chosen] = [chosenFrom(kind, locked.value), chosenFrom(kind, after)]
    const change = { kind: 'notice', id: kind === 'privacy' ? 1 : 2, author } as const
    if (await recordChange(trx, { ...change, before: toAuditFields(before), after: toAuditFields(chosen) }))
      await saveSetting(trx, SETTING_OF[kind], { value: chosen, revision })
    return getNotice(trx, kind)
  })

const toAuditFields = ({ is_shown, texts }: SavedNotice) => ({
  is_shown,
  title: Object.fromEntries(LANGUAGE_CODES.map(code => [code, texts[code].title])),
  text: Object.fromEntries(LANGUAGE_CODES.map(code => [code, texts[code].paragraphs.join('\n\n')])),
})

/** What vendors of payments receive, for those that a store takes. */
async function getPaymentTexts(db: Db, language: LanguageCode): Promise<string> {
  const terminals = db.selectFrom('terminal').select('provider').distinct().where('retired_at', 'is', null)
  const accepted = await terminals.where('provider', 'in', [...PRIVACY_TEXTS.keys()]).execute()
  return accepted.flatMap(({ provider }) => PRIVACY_TEXTS.get(provider)?.[language] ?? []).join(' ')
}

/** The notices as people read them, with the operator's name and the times from the settings filled in. */
export async function getNotices({ db }: Context, language: LanguageCode) {
  const { name, phone, ...operator } = await db
    .selectFrom('operator')
    .select(['name', 'business_id', 'address', 'email', 'phone'])
    .executeTakeFirstOrThrow()
  const facts: Record<string, string | number> = {
    operator: name,
    phone: formatPhone(phone),
    ...operator,
    ...(await readRetention(db)),
    notification_days: NOTIFICATION_DAYS,
    session_days: SESSION_DAYS,
    session_most_days: SESSION_MOST_DAYS,
    payment_apps: await getPaymentTexts(db, language),
  }
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, each: string) => String(facts[each] ?? whole))
  const findNotice = async (kind: NoticeKind): Promise<Notice | null> => {
    const { is_shown, texts } = chosenFrom(kind, (await readSetting(db, SETTING_OF[kind])).value)
    const { title, paragraphs } = texts[language]
    return is_shown ? { title: filled(title), paragraphs: paragraphs.map(filled).filter(text => text !== '') } : null
  }
  const kinds = DATA_KINDS.map(kind => {
    const texts = TEXTS[language]
    return {
      data: texts[`accounts.notices.kinds.${kind}.data`],
      purpose: texts[`accounts.notices.kinds.${kind}.purpose`],
      until: filled(texts[`accounts.notices.kinds.${kind}.until`]),
    }
  })
  return { privacy: (await findNotice('privacy')) ?? EMPTY_NOTICE, cameras: await findNotice('cameras'), kinds }
}
