import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { lockConformance } from '#server/adapters/lock/conformance.ts'
import type { RequestedCode } from '#server/adapters/lock/lock.ts'
import { freePort } from '#test/free-port.ts'
import { runSeam, type Seam } from '#test/locks/run-seam.ts'
import { seamLock } from './seam-lock.ts'

const settingsIn =
  ({ key, devices }: Seam) =>
  async (storeId: number) => {
    const device_id = devices[storeId - 1001]
    return device_id === undefined ? undefined : { device_id, api_key: key }
  }

lockConformance('Seam', async () => {
  const seam = await runSeam()
  return {
    lock: seamLock({ findSettings: settingsIn(seam), url: seam.url }),
    storeId: 1001,
    otherStoreId: 1002,
    bareStoreId: 1003,
    opens: async (storeId, code, laterMs = 0) => seam.opens(seam.devices[storeId - 1001], code, laterMs),
    close: seam.close,
  }
})

describe('Seam', () => {
  let seam: Seam
  beforeAll(async () => {
    seam = await runSeam()
  })
  afterAll(() => seam.close())

  const change = (properties: object, rest: object = {}) =>
    seam.database.updateDevice({ device_id: seam.devices[0], properties, ...rest })
  beforeEach(() => {
    change({ online: true, battery: { level: 1, status: 'full' } }, { can_program_online_access_codes: true })
  })

  const lock = (url = seam.url, timeoutMs = 1000) => seamLock({ findSettings: settingsIn(seam), url, timeoutMs })
  let last = 0
  const requestedCode = (code = String(700_000 + last)): RequestedCode => {
    const from = new Date()
    last += 1
    return { storeId: 1001, name: `Puoti ${last}`, code, from, until: new Date(from.getTime() + 15 * MINUTE_MS) }
  }

  test('reports an offline lock and one without a keypad at once', async () => {
    change({ online: false })
    expect(await lock().issueCode(requestedCode())).toEqual({ status: 'failed', fault: 'offline' })
    change({ online: true }, { can_program_online_access_codes: false })
    expect(await lock().issueCode(requestedCode())).toEqual({ status: 'failed', fault: 'noKeypad' })
  })

  test('reports low batteries, and still issues codes', async () => {
    change({ battery: { level: 0.1, status: 'low' } })
    expect((await lock().health(1001)).code).toBe('batteryLow')
    expect((await lock().issueCode(requestedCode())).status).toBe('pending')
  })

  test('reports digits that are in use as taken', async () => {
    const first = requestedCode()
    await lock().issueCode(first)
    expect(await lock().issueCode(requestedCode(first.code))).toEqual({ status: 'failed', fault: 'taken' })
  })

  test('distinguishes a wrong key from a device that the key’s workspace doesn’t have', async () => {
    const { url, key, devices } = seam
    const wrong = seamLock({ url, findSettings: async () => ({ device_id: devices[0], api_key: 'seam_wrong' }) })
    expect((await wrong.health(1001)).code).toBe('refused')
    const other = seamLock({ url, findSettings: async () => ({ device_id: 'none', api_key: key }) })
    expect((await other.health(1001)).code).toBe('unknownLock')
  })

  test('reports an unreachable service, without the key or the code', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`
    const code = requestedCode()
    expect(await lock(nobody).issueCode(code)).toEqual({ status: 'failed', fault: 'unreachable' })
    expect(await lock(nobody).revoke(code)).toEqual({ status: 'failed', fault: 'unreachable' })
    expect(await lock(nobody).state(code)).toEqual({ status: 'pending', fault: 'unreachable' })
    expect(JSON.stringify(await lock(nobody).health(1001))).not.toContain(seam.key)
  })

  test('follows no redirect, so that key and code are sent only to Seam', async () => {
    const elsewhere = createServer((_request, response) => response.writeHead(307, { location: seam.url }).end())
    const port = await freePort()
    await new Promise<void>(resolve => elsewhere.listen(port, '127.0.0.1', resolve))
    expect((await lock(`http://127.0.0.1:${port}`).health(1001)).code).toBe('unreachable')
    elsewhere.close()
  })

  /** Refuses the first calls of a path with a status, and passes all others on to Seam. */
  async function runGate(refused: { path: string; status: number; times: number; after: string }) {
    const calls: string[] = []
    const gate = createServer(async (request, response) => {
      const path = request.url ?? ''
      calls.push(path)
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (path === refused.path && calls.filter(each => each === path).length <= refused.times)
        return response.writeHead(refused.status, { 'retry-after': refused.after }).end()
      const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' }
      const answer = await fetch(new URL(path, seam.url), { method: 'POST', headers, body: Buffer.concat(chunks) })
      return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    const port = await freePort()
    await new Promise<void>(resolve => gate.listen(port, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${port}`, calls, close: () => gate.close() }
  }

  test.each([
    { path: '/access_codes/create', status: 429, times: 2, after: '0', calls: 3, expected: { status: 'pending' } },
    {
      path: '/access_codes/create',
      status: 429,
      times: 3,
      after: '0',
      calls: 3,
      expected: { status: 'failed', fault: 'busy' },
    },
    {
      path: '/access_codes/create',
      status: 429,
      times: 1,
      after: '60',
      calls: 1,
      expected: { status: 'failed', fault: 'busy' },
    },
    // It may have created the code: the worker asks for its state.
    {
      path: '/access_codes/create',
      status: 503,
      times: 1,
      after: '0',
      calls: 1,
      expected: { status: 'pending', fault: 'busy' },
    },
    { path: '/devices/get', status: 503, times: 2, after: '0', calls: 3, expected: { status: 'pending' } },
  ])('$times x $status of $path with Retry-After $after: $calls calls', async ({ calls, expected, ...refused }) => {
    const gate = await runGate(refused)
    expect(await lock(gate.url).issueCode(requestedCode())).toEqual(expected)
    expect(gate.calls.filter(path => path === refused.path)).toHaveLength(calls)
    gate.close()
  })

  test('a code whose answer was lost with its server is found and removed by another', async () => {
    const gate = await runGate({ path: 'none', status: 0, times: 0, after: '' })
    const code = requestedCode()
    // The first server sends the request and dies before it can write down the answer.
    await lock(gate.url).issueCode(code)
    gate.close()
    const other = lock()
    await expect.poll(async () => (await other.state(code)).status).toBe('active')
    expect(seam.database.access_codes.filter(each => each.code === code.code)).toHaveLength(1)
    await other.revoke(code)
    await expect.poll(async () => (await other.revoke(code)).status).toBe('absent')
  })
})
