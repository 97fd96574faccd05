import type { Transaction } from 'kysely'
import type { contract } from '#contract/index.ts'
import { safeLink } from '#domain/format/safe-link.ts'
import { type MessageForm, messageProblems } from '#domain/messaging/message-form.ts'
import { countAudience } from '#server/modules/messaging/push/notify-subscribers.ts'
import { noteAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import { type Author, authorAt, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { isLanguage } from '#server/platform/languages/queries.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { findMessage, findMessages, getMessage } from './queries.ts'
import { sendMessage } from './send-message.ts'

export function messageRoutes(context: Context): Handlers<typeof contract.messages> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ query }) => findMessages(db, query),
    audience: async ({ query: { language_id: languageId } }) => ({
      devices: await countAudience(db, { type: 'promotions', languageId }),
    }),
    read: async ({ params }) => (await findMessage(db, params.id)) ?? refuse('notFound'),
    send: ({ body: { key, ...form }, user }) =>
      writeMessage(context, { key, form, author: author(user), origin: context.origin() }),
    cancel: ({ params, user }) => cancelMessage(context, params.id, author(user)),
  }
}

/** Cancels a message that has not been sent. Waits for a message that is being sent at this moment, which is then sent. */
export async function cancelMessage({ db }: Context, id: number, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const cancelled = await trx
      .updateTable('message')
      .set({ state: 'cancelled', cancelled_at: author.at })
      .where('id', '=', id)
      .where('state', '=', 'scheduled')
      .returning('client_key')
      .executeTakeFirst()
    if (!cancelled) return (await findMessage(trx, id)) ? refuse('message.settled') : refuse('notFound')
    const change = { before: { status: 'scheduled' }, after: { status: 'cancelled' }, author }
    await noteAccessChange(trx, {
      what: 'message_cancelled',
      userId: author.userId,
      at: author.at,
      about: cancelled.client_key,
    })
    await recordChange(trx, { kind: 'message', id, ...change })
    return getMessage(trx, id)
  })
}

type Form = MessageForm & { language_id: number }
type MessageInput = { key: string; form: Form; author: Author; origin: string }

const invalid = (field: string, problem: string) => refuse('form.invalid', { problems: [{ field, problem }] })

/** Writes a message and sends it, now or at its time, once per key. `origin`: the shop's own address. */
async function writeMessage(context: Context, input: MessageInput) {
  const { key, form, author, origin } = input
  // Before the form is checked: when a response was lost, the same call may come after the message's time.
  if (await isKnownKey(context, key)) return inRefusableTransaction(context.db, trx => repeat(trx, input))
  const problems = messageProblems(form, { now: author.at, origin })
  if (problems.length > 0) return refuse('form.invalid', { problems })
  if (!(await isLanguage(context, form.language_id))) return invalid('language_id', 'unknown')
  return inRefusableTransaction(context.db, async trx => {
    const id = await insertMessage(trx, input)
    if (id === undefined) return repeat(trx, input)
    if (form.send_at === null) await sendMessage(trx, id, author.at)
    return getMessage(trx, id)
  })
}

const isKnownKey = async ({ db }: Context, key: string): Promise<boolean> =>
  (await db.selectFrom('message').select('id').where('client_key', '=', key).executeTakeFirst()) !== undefined

const hashOf = ({ form: { title, text, url, language_id: languageId, send_at: sendAt } }: MessageInput) =>
  sha256(JSON.stringify([title, text, url, languageId, sendAt]))

/** Returns undefined when the key was used before; waits for a concurrent call with the same key. */
async function insertMessage(trx: Transaction<Database>, input: MessageInput): Promise<number | undefined> {
  const { key, form, author, origin } = input
  const said = {
    title: form.title.trim(),
    text: form.text.trim(),
    // The link has just been validated.
    url: safeLink(form.url, origin) ?? '/',
    language_id: form.language_id,
    send_at: form.send_at === null ? author.at : new Date(form.send_at),
  }
  const own = { client_key: key, content_sha256: hashOf(input), user_id: author.userId, created_at: author.at }
  const row = await trx
    .insertInto('message')
    .values({ ...said, ...own })
    .onConflict(conflict => conflict.column('client_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  const after = { ...said, send_at: said.send_at.toISOString() }
  await recordChange(trx, { kind: 'message', id: row.id, before: null, after, author })
  return row.id
}

/** Returns the message of the first call with this key; refuses the key if the content differs. */
async function repeat(trx: Transaction<Database>, input: MessageInput) {
  const first = await trx
    .selectFrom('message')
    .select(['id', 'content_sha256'])
    .where('client_key', '=', input.key)
    .executeTakeFirstOrThrow()
  return first.content_sha256.equals(hashOf(input)) ? getMessage(trx, first.id) : invalid('key', 'taken')
}
