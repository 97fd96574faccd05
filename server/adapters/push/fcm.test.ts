import { expect, test } from 'vitest'
import { openFirebase } from '#test/push/firebase.ts'
import { PLAIN_MESSAGE } from '#test/push/plain-message.ts'
import { pushConformance } from './conformance.ts'
import { fcmService } from './fcm.ts'

const TOKEN = 'fK3x:APA91bH-a_token.of.Firebase'

pushConformance('Firebase', async () => {
  const far = await openFirebase()
  const service = fcmService({ credentials: far.credentials, url: far.origin, timeoutMs: 2000 })
  return {
    service,
    device: () => ({ address: TOKEN, keys: null }),
    received: () =>
      far.received.map(({ notification, data }) => ({ ...notification, navigate: data.navigate, language: data.lang })),
    behave(behaviour, headers = {}) {
      far.state.behave = () => (behaviour === 201 ? 200 : behaviour)
      far.state.headers = headers
    },
    goAway: far.close,
    async close() {
      service.close()
      await far.close().catch(() => undefined)
    },
  }
})

test('one access token is used for many messages', async () => {
  const far = await openFirebase()
  const service = fcmService({ credentials: far.credentials, url: far.origin })
  for (let time = 0; time < 5; time++) await service.send({ address: TOKEN, keys: null }, PLAIN_MESSAGE)
  expect(far.received).toHaveLength(5)
  expect(far.state.tokensGiven).toBe(1)
  expect(far.received[0]).toMatchObject({
    token: TOKEN,
    apns: { headers: { 'apns-priority': '10', 'apns-collapse-id': 'puoti-7' } },
  })
  service.close()
  await far.close()
})

test('without an access token no message is sent, and it may be sent later', async () => {
  const far = await openFirebase()
  far.state.givesTokens = false
  const service = fcmService({ credentials: far.credentials, url: far.origin })
  expect(await service.send({ address: TOKEN, keys: null }, PLAIN_MESSAGE)).toEqual({
    kind: 'later',
    reason: 'no access token',
  })
  expect(far.received).toEqual([])
  service.close()
  await far.close()
})
