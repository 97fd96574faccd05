/** Where a message goes: a web push endpoint with the keys of its browser, or a token of an app. Both are secrets. */
export type PushTarget = { address: string; keys: { p256dh: string; auth: string } | null }

export type PushMessage = {
  /** For services that keep a message for a device that is away: a later one of the same name takes its place. */
  topic: string
  title: string
  body: string
  /** Where a tap leads: a whole address. */
  navigate: string
  language: string
  /** How long a service may keep it for a device that is away. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
}

/**
 * What became of a message. `later`: the service certainly did not take it, so that it may be sent again. `failed`: nobody
 * may send it again, since it may have arrived, or never will; `isAlarming` when somebody must look at the configuration.
 */
export type PushOutcome =
  | { kind: 'delivered' }
  | { kind: 'gone'; reason: string }
  | { kind: 'later'; reason: string; afterMs?: number }
  | { kind: 'failed'; reason: string; isAlarming?: true }

/** Brings messages to devices. What a network may do is an outcome, never an exception. */
export type PushService = {
  /** Whether it would send there at all: asked before a device is kept, and again before each message. */
  accepts: (target: PushTarget) => boolean
  send: (target: PushTarget, message: PushMessage) => Promise<PushOutcome>
  close: () => void
}

export type VapidKeys = { publicKey: string; privateKey: string }
