import { subscriptionKeys } from '#web/kit/push/subscription-keys.ts'

/** The browser's event when it has dropped the page's subscription. */
export type SubscriptionChange = {
  oldSubscription: PushSubscription | null
  newSubscription: PushSubscription | null
}

async function postJson(
  path: string,
  { token, body, method = 'POST' }: { token?: string; body?: object; method?: string },
) {
  const response = await fetch(`/api/${path}`, {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { 'X-CSRF-Token': token }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
}

/**
 * Replaces a subscription that the browser has dropped or changed, if the user had notifications on. The worker has no token and
 * requests one. Throws when the server does not answer; the form then shows notifications as off.
 */
export async function renewSubscription(change: SubscriptionChange, manager: PushManager): Promise<void> {
  const { oldSubscription: old } = change
  if (!old) return
  const { csrf_token: token } = await postJson('authenticate', {})
  if (typeof token !== 'string') return
  const subscription = await postJson('subscriptions/webpush/find', { token, body: { endpoint: old.endpoint } })
  const { messageTypes, language } = subscription
  if (!Array.isArray(messageTypes) || messageTypes.length === 0) return
  const { applicationServerKey } = old.options
  const fresh = change.newSubscription ?? (await manager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const body = { messageTypes, language, ...subscriptionKeys(fresh) }
  await postJson('subscriptions/webpush', { token, body })
  if (fresh.endpoint !== old.endpoint)
    await postJson('subscriptions/webpush', { token, body: { endpoint: old.endpoint }, method: 'DELETE' })
}
