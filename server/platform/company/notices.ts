import type { Notice } from '#contract/accounts/privacy.ts'
import type { NoticeKind, NoticeSettings, NoticeTexts } from '#contract/administration/legal-notices.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { DATA_KINDS } from '#domain/accounts/personal-data.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { NOTIFICATION_DAYS } from '#domain/operations/retention-periods.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { SESSION_DAYS, SESSION_MOST_DAYS } from '#server/platform/http/session.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { lockSetting, readRetention, readSetting, saveSetting } from '#server/platform/settings/saved-settings.ts'
import { NOTICES } from '#server/texts/legal-notices.ts'

const SETTING_OF = { privacy: 'privacy_notice', cameras: 'camera_notice' } as const
const PLACEHOLDERS = [
  'operator',
  'business_id',
  'address',
  'email',
  'phone',
  'visit_days',
  'unpaid_order_days',
  'idle_account_years',
  'mobilepay',
]

const NOTHING: Notice = { title: '', paragraphs: [] }

type NoticeChoice = { is_shown: boolean; texts: NoticeTexts }

/**
 * The saved notice, or the built-in one where nothing was saved. The camera notice is shown once the operator declares cameras.
 */
function chosenFrom(kind: NoticeKind, value: Readonly<Record<string, unknown>>): NoticeChoice {
  // Only saveNotice writes it, in the contract's shape.
  const { is_shown = false, texts } = value as Partial<NoticeChoice>
  const own = (code: LanguageCode) => {
    const usual = NOTICES[code][kind]
    const { title = '', paragraphs = [] } = texts?.[code] ?? {}
    return { title: title || usual.title, paragraphs: paragraphs.length > 0 ? paragraphs : [...usual.paragraphs] }
  }
  return { is_shown: kind === 'privacy' || is_shown, texts: { en: own('en'), fi: own('fi'), sv: own('sv') } }
}

export async function getNotice(db: Db, kind: NoticeKind): Promise<NoticeSettings> {
  const { value, revision } = await readSetting(db, SETTING_OF[kind])
  return { revision, ...chosenFrom(kind, value), placeholders: PLACEHOLDERS }
}

type Save = NoticeChoice & { kind: NoticeKind; revision: number }

/** Replaces the built-in text with the operator's. The audit log keeps the previous text. */
export const saveNotice = ({ db }: Context, { kind, revision, ...after }: Save, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const held = await lockSetting(trx, SETTING_OF[kind])
    if (held.revision !== revision) return refuse('record.changed', { current: await getNotice(trx, kind) })
    const [before, chosen] = [chosenFrom(kind, held.value), chosenFrom(kind, after)]
    const change = { kind: 'notice', id: kind === 'privacy' ? 1 : 2, author } as const
    if (await recordChange(trx, { ...change, before: toAuditFields(before), after: toAuditFields(chosen) }))
      await saveSetting(trx, SETTING_OF[kind], { value: chosen, revision })
    return getNotice(trx, kind)
  })

const toAuditFields = ({ is_shown, texts }: NoticeChoice) => ({
  is_shown,
  title: Object.fromEntries(LANGUAGE_CODES.map(code => [code, texts[code].title])),
  text: Object.fromEntries(LANGUAGE_CODES.map(code => [code, texts[code].paragraphs.join('\n\n')])),
})

const acceptsMobilePay = async (db: Db): Promise<boolean> => {
  const terminals = db.selectFrom('terminal').select('id').where('provider', '=', 'mobilepay')
  return (await terminals.where('retired_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
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
    mobilepay: (await acceptsMobilePay(db)) ? NOTICES[language].mobilepay : '',
  }
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, each: string) => String(facts[each] ?? whole))
  const findNotice = async (kind: NoticeKind): Promise<Notice | null> => {
    const { is_shown, texts } = chosenFrom(kind, (await readSetting(db, SETTING_OF[kind])).value)
    const { title, paragraphs } = texts[language]
    return is_shown ? { title: filled(title), paragraphs: paragraphs.map(filled).filter(text => text !== '') } : null
  }
  const kinds = DATA_KINDS.map(kind => {
    const { what, why, until } = NOTICES[language].kinds[kind]
    return { what, why, until: filled(until) }
  })
  return { privacy: (await findNotice('privacy')) ?? NOTHING, cameras: await findNotice('cameras'), kinds }
}
