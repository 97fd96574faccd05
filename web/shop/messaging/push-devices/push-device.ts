import type { MessageType, Subscription } from '#contract/messaging/push-devices.ts'
import type { LanguageCode } from '#contract/values.ts'

/** Not allowed by the person, the browser or the app. */
export class PushDenied extends Error {}

/** Whatever notifications come to: this browser, or the app around it. */
export interface PushDevice {
  /** What the user subscribed to on it. No message types: nothing. */
  find: (language: LanguageCode) => Promise<Subscription>
  /** Asks the person, if need be, so it must be called in a tap. Rejects with PushDenied after a no. */
  save: (wanted: { messageTypes: MessageType[]; language: LanguageCode }) => Promise<Subscription>
  /** Nothing comes to it any more. */
  end: () => Promise<void>
}

export const NO_SUBSCRIPTION: Subscription = { messageTypes: [], language: null }
