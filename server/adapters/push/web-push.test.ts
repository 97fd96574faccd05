import { expect, test } from 'vitest'
import webPush from 'web-push'
import { PLAIN_MESSAGE } from '#test/push/plain-message.ts'
import { openPushService } from '#test/push/push-service.ts'
import { pushConformance } from './conformance.ts'
import { webPushService } from './web-push.ts'

const keys = webPush.generateVAPIDKeys()
const contact = async () => 'mailto:shop@puoti.example'

type Shown = { notification: { title: string; body: string; navigate: string; lang: string } }

pushConformance('Web push', async () => {
  const far = await openPushService()
  const service = webPushService({ keys, contact, trusted: [far.origin], ca: far.cert, timeoutMs: 2000 })
  return {
    service,
    device() {
      const { endpoint: address, keys: subscriptionKeys } = far.subscribe()
      return { address, keys: subscriptionKeys }
    },
    received: () =>
      far.received.map(({ payload, problem }) => {
        if (problem !== undefined) throw new Error(problem)
        const { title, body, navigate, lang: language } = (payload as Shown).notification
        return { title, body, navigate, language }
      }),
    behave(behaviour, headers = {}) {
      far.state.behave = () => behaviour
      far.state.headers = headers
    },
    goAway: far.close,
    async close() {
      service.close()
      await far.close().catch(() => undefined)
    },
  }
})

test('a message is declarative, encrypted for the browser, signed by the shop, and has a lifetime and an urgency', async () => {
  const far = await openPushService()
  const service = webPushService({ keys, contact, trusted: [far.origin], ca: far.cert })
  const { endpoint: address, keys: subscriptionKeys } = far.subscribe()
  expect(await service.send({ address, keys: subscriptionKeys }, PLAIN_MESSAGE)).toEqual({ kind: 'delivered' })
  expect(far.received).toMatchObject([
    {
      problem: undefined,
      publicKey: keys.publicKey,
      contact: 'mailto:shop@puoti.example',
      headers: { ttl: '60', urgency: 'high', topic: 'puoti-7', 'content-encoding': 'aes128gcm' },
      payload: {
        web_push: 8030,
        notification: { title: 'Title', body: 'Body', navigate: 'https://puoti.example/', lang: 'en', tag: 'puoti-7' },
      },
    },
  ])
  service.close()
  await far.close()
})

test('messages to one service share its connections', async () => {
  const far = await openPushService()
  const service = webPushService({ keys, contact, trusted: [far.origin], ca: far.cert })
  for (let time = 0; time < 20; time++) {
    const { endpoint: address, keys: subscriptionKeys } = far.subscribe()
    await service.send({ address, keys: subscriptionKeys }, PLAIN_MESSAGE)
  }
  expect(far.received).toHaveLength(20)
  expect(far.state.connections).toBe(1)
  service.close()
  await far.close()
})

test('a service with an untrusted certificate gets no message', async () => {
  const far = await openPushService()
  const service = webPushService({ keys, contact, trusted: [far.origin] })
  const { endpoint: address, keys: subscriptionKeys } = far.subscribe()
  expect(await service.send({ address, keys: subscriptionKeys }, PLAIN_MESSAGE)).toMatchObject({ kind: 'later' })
  expect(far.received).toEqual([])
  service.close()
  await far.close()
})

test('invalid keys are not accepted, and a device with such keys is gone', async () => {
  const far = await openPushService()
  const service = webPushService({ keys, contact, trusted: [far.origin], ca: far.cert })
  const { endpoint: address, keys: subscriptionKeys } = far.subscribe()
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
  for (const wrong of [
    { ...subscriptionKeys, p256dh: offCurve },
    { ...subscriptionKeys, p256dh: 'AAAA' },
    { ...subscriptionKeys, auth: 'AAAA' },
  ]) {
    expect(service.accepts({ address, keys: wrong })).toBe(false)
    expect(await service.send({ address, keys: wrong }, PLAIN_MESSAGE)).toMatchObject({ kind: 'gone' })
  }
  expect(far.received).toEqual([])
  service.close()
  await far.close()
})
