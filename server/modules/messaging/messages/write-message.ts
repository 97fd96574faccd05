import type { LanguageCode } from '#contract/values.ts'
import { safeLink } from '#domain/format/safe-link.ts'
import { type MessageForm, messageProblems, type MessageText } from '#domain/messaging/message-form.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { listLanguages } from '#server/platform/languages/queries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { getMessage } from './queries.ts'
import { sendMessage } from './send-message.ts'

type Form = MessageForm & { texts: { [Code in LanguageCode]?: MessageText | undefined } }
type MessageInput = { key: string; form: Form; author: Author; origin: string }
type Translation = MessageText & { id: number; code: LanguageCode }

const invalid = (field: string, problem: string) => refuse('form.invalid', { problems: [{ field, problem }] })

/** Writes a message in its languages and sends it, now or at its time, once per key. `origin`: the shop's own address. */
export async function writeMessage(context: Context, input: MessageInput) {
  const { key, form, author, origin } = input
  // Before the form is checked: when a response was lost, the same call may come after the message's time.
  if (await isKnownKey(context, key)) return inRefusableTransaction(context.db, trx => repeat(trx, input))
  const problems = messageProblems(form, { now: author.at, origin })
  if (problems.length > 0) return refuse('form.invalid', { problems })
  const translations = await listTranslations(context, form)
  if (translations === undefined) return invalid('texts', 'unknown')
  return inRefusableTransaction(context.db, async trx => {
    const id = await insertMessage(trx, input, translations)
    if (id === undefined) return repeat(trx, input)
    if (form.send_at === null) await sendMessage(trx, id, author.at)
    return getMessage(trx, id)
  })
}

const isKnownKey = async ({ db }: Context, key: string): Promise<boolean> =>
  (await db.selectFrom('message').select('id').where('client_key', '=', key).executeTakeFirst()) !== undefined

/** The texts in the order of the shop's languages; undefined if one is in a language that the shop does not offer. */
async function listTranslations(context: Context, { texts }: Form): Promise<Translation[] | undefined> {
  const translations = (await listLanguages(context)).flatMap(({ id, code }) => {
    const text = texts[code]
    return text ? [{ id, code, title: text.title.trim(), text: text.text.trim() }] : []
  })
  const written = Object.values(texts).filter(text => text !== undefined)
  return translations.length === written.length ? translations : undefined
}

const contentHash = ({ form: { texts, url, send_at: sendAt } }: MessageInput) =>
  sha256(JSON.stringify([texts.en ?? null, texts.fi ?? null, texts.sv ?? null, url, sendAt]))

/** Returns undefined when the key was used before; waits for a concurrent call with the same key. */
async function insertMessage(
  trx: Trx,
  input: MessageInput,
  [first, ...others]: readonly Translation[],
): Promise<number | undefined> {
  const { key, form, author, origin } = input
  if (!first) throw new Error('A message needs a text')
  const shared = {
    // The link has just been validated.
    url: safeLink(form.url, origin) ?? '/',
    send_at: form.send_at === null ? author.at : new Date(form.send_at),
    content_sha256: contentHash(input),
    user_id: author.userId,
    created_at: author.at,
  }
  const toRow = ({ id, title, text }: Translation) => ({ ...shared, language_id: id, title, text })
  const row = await trx
    .insertInto('message')
    .values({ ...toRow(first), client_key: key })
    .onConflict(conflict => conflict.column('client_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  const translations = others.map(other => ({
    ...toRow(other),
    client_key: `${key}:${other.code}`,
    translation_of: row.id,
  }))
  if (translations.length > 0) await trx.insertInto('message').values(translations).execute()
  const after = {
    title: inLanguages([first, ...others], 'title'),
    text: inLanguages([first, ...others], 'text'),
    url: shared.url,
    send_at: shared.send_at.toISOString(),
  }
  await recordChange(trx, { kind: 'message', id: row.id, before: null, after, author })
  return row.id
}

const inLanguages = (translations: readonly Translation[], part: 'title' | 'text') =>
  Object.fromEntries(translations.map(translation => [translation.code, translation[part]]))

/** Returns the message of the first call with this key; refuses the key if the content differs. */
async function repeat(trx: Trx, input: MessageInput) {
  const first = await trx
    .selectFrom('message')
    .select(['id', 'content_sha256'])
    .where('client_key', '=', input.key)
    .executeTakeFirstOrThrow()
  return first.content_sha256.equals(contentHash(input)) ? getMessage(trx, first.id) : invalid('key', 'taken')
}
