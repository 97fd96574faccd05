import type { MailMessage } from '#server/adapters/email/email.ts'
import type { MessageKind } from '#server/platform/schema/table-types/platform.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { createEncryptor, type Secrets } from '#server/platform/secrets/secrets.ts'

/**
 * What the outbox does when a server ended while it sent a message, so that the message may have arrived: `at least once` sends
 * it again, `at most once` counts it as failed.
 */
type DeliveryPromise = 'at least once' | 'at most once'

export type SendingRules = {
  promise: DeliveryPromise
  /** How many a server sends at the same time. */
  maxAtOnce: number
  /** How many a server may have claimed but not begun to send. If it dies, these wait until their lease ends. */
  maxClaimed: number
  /** Claims only if there is room for this many: fewer are not worth a statement. */
  fewestClaimed: number
  /** How many a server begins in a second; without it, as many as it can. */
  perSecond?: number
}

/** How often a message is tried, and the wait before the second try, which is then doubled. */
export const RETRY_TIMES = {
  // For about ten minutes; one that is worth sending for longer says until when.
  'at least once': { maxTries: 13, firstWaitMs: 2_000, maxWaitMs: 90_000 },
  // Later if the service requires it.
  'at most once': { maxTries: 5, firstWaitMs: 30_000, maxWaitMs: Infinity },
} as const satisfies Record<DeliveryPromise, { maxTries: number; firstWaitMs: number; maxWaitMs: number }>

const TRANSACTIONAL_LIMITS = { promise: 'at least once', maxAtOnce: 20, maxClaimed: 20, fewestClaimed: 5 } as const

/** Every kind of message, with its promise. Kinds are sent independently of each other. */
export const MESSAGE_KINDS = {
  mail: TRANSACTIONAL_LIMITS,
  sms: TRANSACTIONAL_LIMITS,
  // Twice the peak sales of five hundred stores, and no more than the server can spare in a rush.
  receipt: { ...TRANSACTIONAL_LIMITS, perSecond: 100 },
  // A notification sent twice annoys thousands; a lost one is missed by a few. A message takes a millisecond or more of the
  // processor that also serves shoppers.
  push: { promise: 'at most once', maxAtOnce: 48, maxClaimed: 16, fewestClaimed: 8, perSecond: 60 },
  // Sent once or counted as failed; an admin may send it again to buyers whom nothing reached.
  recall: { promise: 'at most once', maxAtOnce: 20, maxClaimed: 20, fewestClaimed: 5, perSecond: 60 },
} as const satisfies Record<MessageKind, SendingRules>

export const ALL_KINDS = Object.keys(MESSAGE_KINDS) as MessageKind[]

/** Emails and SMS with a content of their own, encrypted while they wait. */
export type SealedMessage = {
  // `to` is null for a message that must not be sent: written anyway, so that the call does the same work.
  /** `linkHash`: of the sign-in link in it, in base64url: sending the mail starts the link's validity. */
  mail: Omit<MailMessage, 'to'> & { to: string | null; linkHash?: string }
  /** `reference`: by which reports of the gateway find the message. */
  sms: { to: string | null; text: string; reference?: string }
}

/** A message that this server must send: `sending` is committed. */
export type ClaimedMessage = { id: number; tries: number }

/** `later`: it certainly did not arrive, and is tried again, after `afterMs` at the earliest. `failed`: it is not tried again. */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  | { kind: 'later'; reason: string; afterMs?: number | undefined }
  | { kind: 'failed'; reason: string }

/** Sends one message. An error means `later` for a kind that is sent at least once, else `failed`. */
export type SendMessage = () => Promise<DeliveryOutcome>

/** A claimed message, ready to be sent. After `endsAt` it is not tried again. */
export type OpenedMessage = ClaimedMessage & { send: SendMessage; endsAt: Date | undefined }

export type NewMessage = { max: number; now: Date }

/** How the messages of one kind are claimed and sent; `createChannel` (outbox-rows.ts) makes one. */
export type OutboxChannel = { kind: MessageKind; claim: (message: NewMessage) => Promise<OpenedMessage[]> }

/**
 * The outbox: a message is written in the caller's transaction and sent after its commit by one of the servers, with retries. It
 * survives a crash.
 */
export type Outbox = {
  /**
   * `until`: when the code or link in the message expires, or it is no longer worth sending: it is tried until then. A restore doesn't
   * send such a message again. `isUrgent`: before others of its kind. `waitMs`: not before this time has passed.
   */
  enqueue: <Kind extends keyof SealedMessage>(
    db: Db,
    kind: Kind,
    message: SealedMessage[Kind] & { until?: Date; isUrgent?: boolean; waitMs?: number | undefined },
  ) => Promise<void>
  /** Removes the messages that would still reach any of these addresses and numbers, in the caller's transaction. */
  forget: (db: Db, recipients: readonly string[]) => Promise<void>
  /** Starts sending what waits. */
  start: (channels: readonly OutboxChannel[]) => void
  /** Finishes the messages being sent, for at most a few seconds, and starts no more. */
  stop: () => Promise<void>
}

/**
 * Encrypts waiting emails and SMS: an email may contain a sign-in link, which no copy of the database may reveal. The key is
 * derived from the installation's secret, and the text is bound to its kind, whose name is part of the stored format. `open`
 * throws when either doesn't match.
 */
export function messageSealer(secrets: Secrets) {
  const { encrypt, decrypt } = createEncryptor(secrets, 'job payload')
  return {
    seal: <Kind extends keyof SealedMessage>(kind: Kind, message: SealedMessage[Kind]): string =>
      encrypt(`send-${kind}`, JSON.stringify(message)),
    // Only `seal`, which is typed by the kind, encrypts with this key.
    open: <Kind extends keyof SealedMessage>(kind: Kind, sealed: string): SealedMessage[Kind] =>
      JSON.parse(decrypt(`send-${kind}`, sealed)) as SealedMessage[Kind],
  }
}
export type MessageSealer = ReturnType<typeof messageSealer>
