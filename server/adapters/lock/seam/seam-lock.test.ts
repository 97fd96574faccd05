import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { lockConformance } from '#server/adapters/lock/conformance.ts'
import type { RequestedCode } from '#server/adapters/lock/lock.ts'
import { freePort } from '#test/free-port.ts'
import { seamLock } from './seam-lock.ts'

/** How often the devices fetch their codes: the vendor's fake has no devices that do. */
const SYNC_MS = 20

/** What the test uses of the vendor's fake. */
type Fake = {
  seed: () => Promise<{ seam_apikey1_token: string; august_device_1: string; august_device_2: string }>
  startServer: (place: { port: number }) => Promise<unknown>
  stopServer: () => Promise<void>
  database: {
    access_codes: {
      access_code_id: string
      device_id: string
      code: string
      status: string
      starts_at?: string
      ends_at?: string
    }[]
    updateAccessCode: (change: { access_code_id: string; status: string }) => void
    updateDevice: (change: { device_id: string; properties: object }) => void
  }
}
// A constant of type string, so that the type check skips the package's 9,000 lines of types.
const FAKE: string = '@seamapi/fake-seam-connect'

/** The vendor's own fake of its API, with two locks. */
async function runSeam() {
  const { createFake } = (await import(FAKE)) as { createFake: () => Promise<Fake> }
  const fake = await createFake()
  const seed = await fake.seed()
  const port = await freePort()
  await fake.startServer({ port })
  const { database } = fake
  const sync = setInterval(() => {
    for (const { access_code_id, status } of database.access_codes)
      if (status === 'unset') database.updateAccessCode({ access_code_id, status: 'set' })
  }, SYNC_MS)
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    key: seed.seam_apikey1_token,
    devices: [seed.august_device_1, seed.august_device_2] as const,
    close: async () => {
      clearInterval(sync)
      await fake.stopServer()
    },
  }
}
type Seam = Awaited<ReturnType<typeof runSeam>>

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
    async opens(storeId, code, laterMs = 0) {
      const at = Date.now() + laterMs
      return seam.database.access_codes.some(
        each =>
          each.device_id === seam.devices[storeId - 1001] &&
          each.code === code &&
          each.status === 'set' &&
          Date.parse(each.starts_at ?? '') <= at &&
          at < Date.parse(each.ends_at ?? ''),
      )
    },
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
    expect(await lock().issueCode(requestedCode())).toEqual({ status: 'failed', why: 'offline' })
    change({ online: true }, { can_program_online_access_codes: false })
    expect(await lock().issueCode(requestedCode())).toEqual({ status: 'failed', why: 'noKeypad' })
  })

  test('reports low batteries, and still issues codes', async () => {
    change({ battery: { level: 0.1, status: 'low' } })
    expect((await lock().health(1001)).code).toBe('batteryLow')
    expect((await lock().issueCode(requestedCode())).status).toBe('pending')
  })

  test('reports digits that are in use as taken', async () => {
    const first = requestedCode()
    await lock().issueCode(first)
    expect(await lock().issueCode(requestedCode(first.code))).toEqual({ status: 'failed', why: 'taken' })
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
    expect(await lock(nobody).issueCode(code)).toEqual({ status: 'failed', why: 'unreachable' })
    expect(await lock(nobody).revoke(code)).toEqual({ status: 'failed', why: 'unreachable' })
    expect(await lock(nobody).state(code)).toEqual({ status: 'pending', why: 'unreachable' })
    expect(JSON.stringify(await lock(nobody).health(1001))).not.toContain(seam.key)
  })

  test('follows no redirect, so that key and code are sent only to Seam', async () => {
    const elsewhere = createServer((_request, response) => response.writeHead(307, { location: seam.url }).end())
    const port = await freePort()
    await new Promise<void>(resolve => elsewhere.listen(port, '127.0.0.1', resolve))
    expect((await lock(`http://127.0.0.1:${port}`).health(1001)).code).toBe('unreachable')
    elsewhere.close()
  })
})
