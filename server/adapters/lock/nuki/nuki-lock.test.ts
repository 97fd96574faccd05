import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockConformance } from '#server/adapters/lock/conformance.ts'
import type { RequestedCode } from '#server/adapters/lock/lock.ts'
import { freePort } from '#test/free-port.ts'
import { NUKI_TOKEN, runNuki, type Nuki } from '#test/locks/run-nuki.ts'
import { drawNukiCode, nukiLock } from './nuki-lock.ts'

const LOCKS = new Map([
  [1001, '17000001'],
  [1002, '17000002'],
])
const findSettings = async (storeId: number) => {
  const smartlock_id = LOCKS.get(storeId)
  return smartlock_id === undefined ? undefined : { smartlock_id, api_token: NUKI_TOKEN }
}

lockConformance('Nuki', async () => {
  const nuki = await runNuki([...LOCKS.values()])
  return {
    lock: nukiLock({ findSettings, url: nuki.url }),
    storeId: 1001,
    otherStoreId: 1002,
    bareStoreId: 1003,
    async opens(storeId, code, laterMs = 0) {
      const id = LOCKS.get(storeId) ?? ''
      await nuki.pull(id, { clockMs: laterMs })
      return nuki.opens(id, code)
    },
    close: nuki.close,
  }
})

describe('Nuki', () => {
  const ID = '17000001'
  let nuki: Nuki
  beforeAll(async () => {
    nuki = await runNuki([ID])
  })
  afterAll(() => nuki.close())
  beforeEach(() =>
    nuki.pull(ID, {
      isOnline: true,
      hasKeypad: true,
      isBatteryLow: false,
      syncMs: 50,
      swallows: false,
      hidesUnderWay: false,
      slowMs: 0,
      redirectTo: null,
    }),
  )

  const lock = (url = nuki.url, timeoutMs = 1000) => nukiLock({ findSettings, url, timeoutMs, pauseMs: 10 })
  let last = 0
  const requestLink = (code = drawNukiCode()): RequestedCode => {
    const from = new Date()
    last += 1
    return { storeId: 1001, name: `Puoti ${last}`, code, from, until: new Date(from.getTime() + 900_000) }
  }

  test('draws codes without a zero that do not begin with 12', () => {
    const codes = Array.from({ length: 20_000 }, () => drawNukiCode())
    expect(codes.filter(code => !/^[1-9]{6}$/.test(code) || code.startsWith('12'))).toEqual([])
  })

  test.each([false, true])(
    'reports a code as pending until the lock itself has it; hidden until then: %s',
    async hidesUnderWay => {
      await nuki.pull(ID, { syncMs: 300, hidesUnderWay })
      const code = requestLink()
      expect(await lock().issueCode(code)).toEqual({ status: 'pending' })
      expect(await nuki.opens(ID, code.code)).toBe(false)
      expect(await lock().state(code)).toEqual({ status: 'pending' })
      await sleep(400)
      expect(await lock().state(code)).toEqual({ status: 'active' })
      expect(await nuki.opens(ID, code.code)).toBe(true)
    },
  )

  test('reports an offline lock and a lock without a keypad at once', async () => {
    await nuki.pull(ID, { isOnline: false })
    expect(await lock().issueCode(requestLink())).toEqual({ status: 'failed', fault: 'offline' })
    expect((await lock().health(1001)).code).toBe('offline')
    await nuki.pull(ID, { isOnline: true, hasKeypad: false })
    expect(await lock().issueCode(requestLink())).toEqual({ status: 'failed', fault: 'noKeypad' })
  })

  test('keeps a code pending that was accepted but never reaches the lock', async () => {
    await nuki.pull(ID, { swallows: true })
    const code = requestLink()
    expect(await lock().issueCode(code)).toEqual({ status: 'pending' })
    await sleep(100)
    expect(await lock().state(code)).toEqual({ status: 'pending' })
    expect(await lock().revoke(code)).toEqual({ status: 'absent' })
  })

  test('reports digits that are in use as taken', async () => {
    const first = requestLink()
    await lock().issueCode(first)
    expect(await lock().issueCode(requestLink(first.code))).toEqual({ status: 'failed', fault: 'taken' })
  })

  test('reports digits that Nuki refuses as invalid, and leaves nothing at the lock', async () => {
    const code = requestLink('120000')
    expect(await lock().issueCode(code)).toEqual({ status: 'failed', fault: 'invalid' })
    expect((await nuki.seen(ID)).codes.map(({ name }) => name)).not.toContain(code.name)
  })

  test('reports low batteries, and still issues codes', async () => {
    await nuki.pull(ID, { isBatteryLow: true })
    expect((await lock().health(1001)).code).toBe('batteryLow')
    expect((await lock().issueCode(requestLink())).status).toBe('pending')
  })

  test.each([423, 429, 503])('retries after a response of %i, and succeeds', async status => {
    await nuki.answer(ID, status, status)
    expect((await lock().issueCode(requestLink())).status).toBe('pending')
  })

  test.each([
    [401, 'refused'],
    [403, 'refused'],
    [404, 'unknownLock'],
    [500, 'unreachable'],
  ])('fails after a response of %i as %s', async (status, fault) => {
    await nuki.answer(ID, ...Array.from({ length: 6 }, () => status))
    expect(await lock().issueCode(requestLink())).toEqual({ status: 'failed', fault })
    while ((await lock().health(1001)).code !== 'ready');
  })

  test('distinguishes a wrong token from a lock that does not belong to the token', async () => {
    const wrong = nukiLock({ url: nuki.url, findSettings: async () => ({ smartlock_id: ID, api_token: 'wrong' }) })
    expect((await wrong.health(1001)).code).toBe('refused')
    const other = nukiLock({
      url: nuki.url,
      findSettings: async () => ({ smartlock_id: '17999999', api_token: NUKI_TOKEN }),
    })
    expect((await other.health(1001)).code).toBe('unknownLock')
  })

  test('follows no redirect, so that token and code are sent only to Nuki', async () => {
    const elsewhere = await runNuki([ID])
    await nuki.pull(ID, { redirectTo: `${elsewhere.url}/smartlock/${ID}/auth` })
    expect((await lock().issueCode(requestLink())).status).toBe('failed')
    expect((await elsewhere.seen(ID)).requests).toBe(0)
    await elsewhere.close()
  })

  test('reports a slow and an unreachable service in time', async () => {
    await nuki.pull(ID, { slowMs: 400 })
    expect(await lock(nuki.url, 100).issueCode(requestLink())).toEqual({ status: 'failed', fault: 'timeout' })
    const nobody = `http://127.0.0.1:${await freePort()}`
    expect(await lock(nobody).issueCode(requestLink())).toEqual({ status: 'failed', fault: 'unreachable' })
    expect(await lock(nobody).revoke(requestLink())).toEqual({ status: 'failed', fault: 'unreachable' })
    expect(await lock(nobody).state(requestLink())).toEqual({ status: 'pending', fault: 'unreachable' })
  })

  test('fails to revoke a code while the lock is syncing, and succeeds later', async () => {
    await nuki.pull(ID, { syncMs: 300 })
    const code = requestLink()
    await lock().issueCode(code)
    expect((await lock().revoke(code)).status).toBe('failed')
    await sleep(400)
    expect((await lock().revoke(code)).status).toBe('asked')
    await sleep(400)
    expect((await lock().revoke(code)).status).toBe('absent')
    expect(await nuki.opens(ID, code.code)).toBe(false)
  })
})
