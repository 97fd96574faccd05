import type { LanguageCode } from '#contract/values.ts'
import { safeLink } from '#domain/format/safe-link.ts'
import { MESSAGE_FIELDS } from '#domain/messaging/message-fields.ts'
import { type MessageForm, messageProblems, type MessageText } from '#domain/messaging/message-form.ts'
import { fieldNames, newRecord, type RecordInput } from '#domain/record-fields.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { listLanguages } from '#server/platform/languages/queries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { getMessage, MESSAGE_COLUMNS } from './queries.ts'
import { sendMessage } from './send-message.ts'

type WrittenMessage = MessageForm &
  RecordInput<typeof MESSAGE_FIELDS> & {
    texts: { [Code in LanguageCode]?: MessageText | undefined }
    store_ids?: number[] | null | undefined
  }
type MessageInput = { key: string; form: WrittenMessage; author: Author; origin: string }
type MessageTranslation = MessageText & { id: number; code: LanguageCode }

const refuseForm = (field: string, problem: string) => refuse('form.invalid', { problems: [{ field, problem }] })

/** Writes a message in its languages and sends it, now or at its time, once per key. `origin`: the shop's own address. */
export async function writeMessage(context: Context, input: MessageInput) {
  const { key, form, author, origin } = input
  // Before the form is checked: when a response was lost, the same call may come after the message's time.
  if (await isKnownKey(context, key)) return inRefusableTransaction(context.db, trx => findRepeated(trx, input))
  const problems = messageProblems(form, { now: author.at, origin })
  if (problems.length > 0) return refuse('form.invalid', { problems })
  const translations = await listTranslations(context, form)
  if (translations === undefined) return refuseForm('texts', 'unknown')
  if (!(await areStores(context, form.store_ids ?? []))) return refuseForm('store_ids', 'unknown')
  return inRefusableTransaction(context.db, async trx => {
    const id = await insertMessage(trx, input, translations)
    if (id === undefined) return findRepeated(trx, input)
    if (form.send_at === null) await sendMessage(trx, id, author.at)
    return getMessage(trx, id)
  })
}

const isKnownKey = async ({ db }: Context, key: string): Promise<boolean> =>
  (await db.selectFrom('message').select('id').where('client_key', '=', key).executeTakeFirst()) !== undefined

/** The texts in the order of the shop's languages; undefined if one is in a language that the shop does not offer. */
async function listTranslations(
  context: Context,
  { texts }: WrittenMessage,
): Promise<MessageTranslation[] | undefined> {
  const translations = (await listLanguages(context)).flatMap(({ id, code }) => {
    const text = texts[code]
    return text ? [{ id, code, title: text.title.trim(), text: text.text.trim() }] : []
  })
  const written = Object.values(texts).filter(text => text !== undefined)
  return translations.length === written.length ? translations : undefined
}

async function areStores({ db }: Context, ids: readonly number[]): Promise<boolean> {
  const stores = await db.selectFrom('store').select('id').where('id', '=', anyId(ids)).execute()
  return stores.length === new Set(ids).size
}

const contentHash = ({ form: { texts, ...form } }: MessageInput) =>
  sha256(
    JSON.stringify([
      texts.en,
      texts.fi,
      texts.sv,
      ...fieldNames(MESSAGE_FIELDS).map(name => form[name]),
      form.store_ids ?? null,
    ]),
  )

/** Returns undefined when the key was used before; waits for a concurrent call with the same key. */
async function insertMessage(
  trx: Trx,
  input: MessageInput,
  [first, ...others]: readonly MessageTranslation[],
): Promise<number | undefined> {
  const { key, form, author, origin } = input
  if (!first) throw new Error('A message needs a text')
  const shared = {
    ...MESSAGE_COLUMNS.toRow({ ...newRecord(MESSAGE_FIELDS, form) }),
    // The link has just been validated.
    url: safeLink(form.url, origin) ?? '/',
    send_at: form.send_at === null ? author.at : new Date(form.send_at),
    store_ids: form.store_ids ?? null,
    content_sha256: contentHash(input),
    user_id: author.userId,
    created_at: author.at,
  }
  const toRow = ({ id, title, text }: MessageTranslation) => ({ ...shared, language_id: id, title, text })
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
    ...MESSAGE_COLUMNS.toRecord(shared),
    stores: shared.store_ids,
  }
  await recordChange(trx, { kind: 'message', id: row.id, before: null, after, author })
  return row.id
}

const inLanguages = (translations: readonly MessageTranslation[], part: 'title' | 'text') =>
  Object.fromEntries(translations.map(translation => [translation.code, translation[part]]))

/** Returns the message of the first call with this key; refuses the key if the content differs. */
async function findRepeated(trx: Trx, input: MessageInput) {
  const first = await trx
    .selectFrom('message')
    .select(['id', 'content_sha256'])
    .where('client_key', '=', input.key)
    .executeTakeFirstOrThrow()
  return first.content_sha256.equals(contentHash(input)) ? getMessage(trx, first.id) : refuseForm('key', 'taken')
}
