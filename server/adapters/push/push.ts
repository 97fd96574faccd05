/** A message's destination: a web push endpoint with the browser's keys, or an app's token. Both are secrets. */
export type PushTarget = { address: string; keys: { p256dh: string; auth: string } | null }

export type PushMessage = {
  /** A later message with the same topic replaces an earlier one that a service still stores for an offline device. */
  topic: string
  title: string
  body: string
  /** The full URL that a tap opens. */
  navigate: string
  language: string
  /** How long a service may store the message for an offline device. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
}

/**
 * The outcome of a message. `later`: the service certainly did not accept it, so it may be retried. `failed`: it must not be
 * retried, since it may have arrived, or never will; `isAlarming`: the configuration must be checked.
 */
export type PushOutcome =
  | { kind: 'delivered' }
  | { kind: 'gone'; reason: string }
  | { kind: 'later'; reason: string; afterMs?: number }
  | { kind: 'failed'; reason: string; isAlarming?: true }

/** Sends messages to devices. Network errors are outcomes, never exceptions. */
export type PushService = {
  /** Whether it accepts the destination: checked before a device is stored, and before each message. */
  accepts: (target: PushTarget) => boolean
  send: (target: PushTarget, message: PushMessage) => Promise<PushOutcome>
  close: () => void
}

export type VapidKeys = { publicKey: string; privateKey: string }
