/// <reference lib="webworker" />
import { openLink } from './open-link.ts'
import { readPush } from './read-push.ts'
import { renewSubscription, type SubscriptionChange } from './renew-subscription.ts'

const ICON = '/icons/icon-192.png'

/** Shows pushed notifications, opens the pressed ones, and renews subscriptions that the browser dropped. */
export function listenToPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', event => {
    const { title, body, link, lang, tag } = readPush(event.data?.text())
    event.waitUntil(
      worker.registration.showNotification(title, {
        body,
        icon: ICON,
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
    // TypeScript knows the event only by its name.
    const change = event as ExtendableEvent & SubscriptionChange
    change.waitUntil(renewSubscription(change, worker.registration.pushManager).catch(() => undefined))
  })
}
