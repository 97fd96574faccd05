import type { MessageType, Subscription } from '#contract/messaging/push-devices.ts'
import type { LanguageCode } from '#contract/values.ts'

/** Denied by the user, the browser or the app. */
export class PushDenied extends Error {}

/** A receiver of notifications: this browser, or the app around it. */
export interface PushDevice {
  /** The device's subscription. Without message types there is none. */
  find: (language: LanguageCode) => Promise<Subscription>
  /** Asks the user for permission if needed, so it must be called in a tap. Rejects with PushDenied after a refusal. */
  save: (wanted: { messageTypes: MessageType[]; language: LanguageCode }) => Promise<Subscription>
  /** Ends all notifications on the device. */
  end: () => Promise<void>
}

export const NO_SUBSCRIPTION: Subscription = { messageTypes: [], language: null }
