/** A browser's subscription in the server's shape: its keys in base64 for URLs. */
export function subscriptionKeys(subscription: PushSubscription) {
  const { keys = {} } = subscription.toJSON()
  return {
    endpoint: subscription.endpoint,
    publicKey: keys['p256dh'] ?? '',
    authToken: keys['auth'] ?? '',
    contentEncoding: 'aes128gcm' as const,
  }
}
