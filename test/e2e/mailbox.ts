import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredMail } from '#server/modules/operations/development-mailbox/mailbox-page.ts'
import type { RunningShop } from './running-shop.ts'

// FaultCounts attempts, not seconds: a stalled machine must not use up the waiting time.
const MAX_POLLS = 400
const CHECK_EVERY_MS = 50

/** The contents of a sign-in mail: the link's path, and the code. */
export type SignInMail = { path: string; code: string; subject: string; text: string }

/** The mails to an address, or the texts to a phone, oldest first, once there are this many. */
export async function messagesTo(shop: RunningShop, to: string, count = 1): Promise<StoredMail[]> {
  for (let tries = 1; ; tries++) {
    // The mailbox responds with a list of these.
    const mails = (await (await fetch(`${shop.origin}/dev/mailbox.json`)).json()) as StoredMail[]
    const received = mails.filter(mail => mail.to === to).toReversed()
    if (received.length >= count) return received
    if (tries >= MAX_POLLS)
      throw new Error(`${received.length} of ${count} messages to ${to} arrived\n${await refusal(shop)}`)
    await sleep(CHECK_EVERY_MS)
  }
}

/** The state of the outbox and the server when a message does not arrive. */
async function refusal(shop: RunningShop): Promise<string> {
  const messages = await shop.query(
    `SELECT kind, state, tries, created_at, due_at, sent_at, now() FROM outbox_message ORDER BY id DESC LIMIT 5`,
  )
  const atWork = await shop.query(
    `SELECT state, wait_event, query_start, left(query, 200) AS query FROM pg_stat_activity WHERE datname = 'puoti'`,
  )
  return [...[...messages, ...atWork].map(row => JSON.stringify(row)), shop.lastWords()].join('\n')
}

/** The latest sign-in mail to an address, once there are this many. */
export async function signInMail(shop: RunningShop, email: string, count = 1): Promise<SignInMail> {
  const { text, subject } = (await messagesTo(shop, email, count)).at(-1)!
  const path = /https?:\/\/[^/\s]+(\/login\/\S+)/.exec(text)?.[1]
  const code = /^\d{6}$/m.exec(text)?.[0]
  if (path === undefined || code === undefined) throw new Error(`No link or code in:\n${text}`)
  return { path, code, subject: subject ?? '', text }
}

/** The latest code sent to a phone (E.164), once there are this many. */
export async function smsCode(shop: RunningShop, phone: string, count = 1): Promise<string> {
  const { text } = (await messagesTo(shop, phone, count)).at(-1)!
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error(`No code in: ${text}`)
  return code
}
