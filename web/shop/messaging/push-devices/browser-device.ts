import { useEffect } from 'react'
import { type MessageType, type MessageSubscription, subscriptions } from '#contract/messaging/push-devices.ts'
import type { LanguageCode } from '#contract/values.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { subscriptionKeys } from '#web/kit/push/subscription-keys.ts'
import { onPersonGone } from '#web/kit/session/remembered-user.ts'

/** Denied by the user, the browser or the app. */
export class PushDenied extends Error {}

/** A receiver of notifications: this browser, or the app around it. */
export type PushDevice = {
  /** The device's subscription. Without message types there is none. */
  find: (language: LanguageCode) => Promise<MessageSubscription>
  /** Asks the user for permission if needed, so it must be called in a tap. Rejects with PushDenied after a refusal. */
  save: (subscription: { messageTypes: MessageType[]; language: LanguageCode }) => Promise<MessageSubscription>
  /** Ends all notifications on the device. */
  end: () => Promise<void>
}

export const NO_SUBSCRIPTION: MessageSubscription = { messageTypes: [], language: null }

const WORKER_TIMEOUT_MS = 10_000

/** The push manager, once the worker that shows notifications is ready. */
async function pushManager(): Promise<PushManager> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('There is no service worker')), WORKER_TIMEOUT_MS)
  })
  return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager
}

const currentSubscription = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? undefined

const decodeKey = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const currentKey = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return currentKey.length === key.length && currentKey.every((byte, place) => byte === key[place])
}

/** The browser's subscription for the server's current key: one for another key would never receive anything. */
async function subscribePush(manager: PushManager): Promise<PushSubscription> {
  const key = decodeKey((await callApi(subscriptions.webPushKey)).publicKey)
  const current = await manager.getSubscription()
  if (current && hasKey(current, key)) return current
  await current?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const isGranted = () => Notification.permission === 'granted'

/** This browser, by web push. */
export const browserDevice: PushDevice = {
  async find(language) {
    const current = await currentSubscription()
    if (!current || !isGranted()) return NO_SUBSCRIPTION
    const found = await callApi(subscriptions.findWebPush, { body: { endpoint: current.endpoint } })
    if (found.messageTypes.length === 0) return found
    const key = decodeKey((await callApi(subscriptions.webPushKey)).publicKey)
    if (hasKey(current, key) && found.language === language) return found
    // The server's key, or the reader's language, has changed.
    return browserDevice.save({ messageTypes: found.messageTypes, language })
  },

  async save({ messageTypes, language }) {
    // First: browsers only ask during a tap.
    if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
    const subscription = await subscribePush(await pushManager())
    return callApi(subscriptions.saveWebPush, {
      body: { messageTypes, language, ...subscriptionKeys(subscription) },
    })
  },

  async end() {
    const current = await currentSubscription()
    if (!current) return
    await callApi(subscriptions.removeWebPush, { body: { endpoint: current.endpoint } })
    await current.unsubscribe()
  },
}

/** Ends this browser's subscription after a logout. The server has removed the device along with the session. */
async function endBrowserSubscription(): Promise<void> {
  try {
    await (await currentSubscription())?.unsubscribe()
  } catch {
    // No push here; or an orphaned subscription, since the server has no row for it.
  }
}

/** A logout ends the notifications: the next user of this browser chooses again. */
export function useGonePerson(): void {
  useEffect(() => onPersonGone(() => void endBrowserSubscription()), [])
}
