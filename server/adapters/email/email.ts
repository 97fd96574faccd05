import type { ChannelHealth } from '#domain/messaging/carriers/channel-health.ts'

/** An email attachment; its bytes are base64, because jobs are stored as text. */
type MailAttachment = { name: string; type: string; base64: string }

/**
 * `replyTo`: the address for replies, if not the sender. `unsubscribe`: the address that stops such emails when it is posted to.
 * `key`: the same whenever this email is sent again, and of no other.
 */
export type MailMessage = {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  unsubscribe?: string
  key?: string
  attachments?: readonly MailAttachment[]
}

/**
 * Sends email. Throws on failure, so that the job is retried; the error's `reason` names server and fault, never a recipient. Its
 * `arrival` is `not yet` or `never` when the email certainly did not arrive, and may be tried again or not; else it may have arrived.
 */
export type Mail = { send: (message: MailMessage) => Promise<void>; close?: () => void }

/** `health` asks whether the server would take an email now. It sends none, and doesn't throw. */
export type MailProvider = Mail & { health: () => Promise<ChannelHealth> }
