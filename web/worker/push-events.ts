import { openedBy } from '#domain/format/safe-link.ts'
/// <reference lib="webworker" />
import { renewSubscription, type SubscriptionChange } from './renew-subscription.ts'

const NOTIFICATION_ICON = '/icons/icon-192.png'

/** Shows pushed notifications, opens the pressed ones, and renews subscriptions that the browser dropped. */
export function listenToPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', event => {
    const { title, body, link, lang, tag } = readPush(event.data?.text())
    event.waitUntil(
      worker.registration.showNotification(title, {
        body,
        icon: NOTIFICATION_ICON,
        data: { link },
        ...(lang && { lang }),
        ...(tag && { tag }),
      }),
    )
  })
  worker.addEventListener('notificationclick', event => {
    event.notification.close()
    // Any type is possible: only a string can be a link.
    const data: unknown = event.notification.data
    const link = typeof data === 'object' && data !== null && 'link' in data ? data.link : undefined
    event.waitUntil(
      openLink(typeof link === 'string' ? link : undefined, {
        origin: worker.location.origin,
        all: () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true }),
        open: url => worker.clients.openWindow(url),
      }),
    )
  })
  worker.addEventListener('pushsubscriptionchange', event => {
    // TypeScript has no type for this event.
    const change = event as ExtendableEvent & SubscriptionChange
    change.waitUntil(renewSubscription(change, worker.registration.pushManager).catch(() => undefined))
  })
}

/** The app's own name: a push that can't be read still has to be shown, as browsers require. */
const APP_NAME = 'Puoti'

type PushedNotification = {
  title: string
  body: string
  /** The push's own link; the code that opens it checks whether it is safe. */
  link: string | undefined
  lang: string | undefined
  /** A notification with the same tag replaces it. */
  tag: string | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a push in the declarative form ({"web_push":8030,"notification":{…}}), which some browsers show by themselves. */
export function readPush(text: string | undefined): PushedNotification {
  const message = parseJson(text ?? '')
  const notification = isRecord(message) && isRecord(message['notification']) ? message['notification'] : {}
  return {
    title: asText(notification['title']) || APP_NAME,
    body: asText(notification['body']) ?? '',
    link: asText(notification['navigate']),
    lang: asText(notification['lang']),
    tag: asText(notification['tag']),
  }
}

/** How long a window may take to confirm the navigation. A suspended window does not answer. */
const ANSWER_MS = 1000

/** The message to a window: navigate to a path of the shop within the app, so that an unsaved form asks first. */
export type GoTo = { type: 'GO_TO'; path: string }

/** The browser functions that are used. */
type WindowClients = {
  origin: string
  all: () => Promise<readonly WindowClient[]>
  open: (url: string) => Promise<unknown>
}

/**
 * Opens the target of a notification: a page of the shop in a window that is already open, anything else in a new one. An unsafe
 * link opens the shop's front page.
 */
export async function openLink(link: string | undefined, windows: WindowClients): Promise<void> {
  const url = openedBy(link ?? '/', windows.origin) ?? `${windows.origin}/`
  if (url.startsWith(`${windows.origin}/`)) {
    const path = url.slice(windows.origin.length)
    for (const client of inSight(await windows.all())) if (await navigateClient(client, path)) return
  }
  await windows.open(url)
}

/** The visible window first. */
const inSight = (clients: readonly WindowClient[]) =>
  clients.toSorted((a, b) => Number(b.visibilityState === 'visible') - Number(a.visibilityState === 'visible'))

async function navigateClient(client: WindowClient, path: string): Promise<boolean> {
  // Refused unless the notification was pressed; the window may navigate all the same.
  await client.focus().catch(() => undefined)
  return requestNavigation(client, { type: 'GO_TO', path })
}

function requestNavigation(client: Pick<WindowClient, 'postMessage'>, message: GoTo): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    const end = (isDone: boolean) => {
      clearTimeout(late)
      port1.close()
      resolve(isDone)
    }
    const late = setTimeout(() => end(false), ANSWER_MS)
    port1.addEventListener('message', () => end(true))
    port1.start()
    client.postMessage(message, [port2])
  })
}
