import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { DOOR_CODE_MINUTES } from '#domain/stores/door-code.ts'
import type { RequestedCode, Lock } from './lock.ts'

/** A provider under test: two stores with a lock each, a store whose lock is not set up, and the doors. */
type LockUnderTest = {
  lock: Lock
  storeId: number
  otherStoreId: number
  bareStoreId: number
  /** Whether a store's door opens when the code is typed `laterMs` later. */
  opens: (storeId: number, code: string, laterMs?: number) => Promise<boolean>
  close: () => Promise<void>
}

const TIMEOUT_MS = 5000
let last = 0

/** Requirements for every kind of lock. */
export function lockConformance(name: string, open: () => Promise<LockUnderTest>): void {
  describe(`${name} as a lock`, () => {
    let under: LockUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under.close())

    const requestLink = async (storeId = under.storeId, reserved: readonly string[] = []): Promise<RequestedCode> => {
      const from = new Date()
      const proposed = await under.lock.propose(storeId, from, reserved)
      if (!proposed) throw new Error('no code was proposed')
      last += 1
      return { storeId, from, name: `Puoti test ${last}`, ...proposed }
    }
    const settled = async (code: RequestedCode) => {
      const until = Date.now() + TIMEOUT_MS
      for (;;) {
        const now = await under.lock.state(code)
        if (now.status !== 'pending' || Date.now() > until) return now
        await sleep(20)
      }
    }
    const issued = async (storeId = under.storeId) => {
      const code = await requestLink(storeId)
      const answer = await under.lock.issueCode(code)
      expect(['pending', 'active']).toContain(answer.status)
      return code
    }

    test('proposes six or eight digits that are valid for more than nine and at most fifteen minutes', async () => {
      const { code, from, until } = await requestLink()
      expect(code).toMatch(/^\d{6}(\d\d)?$/)
      const lasts = (until.getTime() - from.getTime()) / MINUTE_MS
      expect(lasts).toBeGreaterThan(9)
      expect(lasts).toBeLessThanOrEqual(DOOR_CODE_MINUTES)
    })

    test('opens the door with an active code, and no other store’s door', async () => {
      const code = await issued()
      expect(await settled(code)).toEqual({ status: 'active' })
      expect(await under.opens(under.storeId, code.code)).toBe(true)
      expect(await under.opens(under.otherStoreId, code.code)).toBe(false)
    })

    test('opens with a code until it expires, and not after', async () => {
      const code = await issued()
      await settled(code)
      const remainingMs = code.until.getTime() - Date.now()
      expect(await under.opens(under.storeId, code.code, remainingMs - 2000)).toBe(true)
      expect(await under.opens(under.storeId, code.code, remainingMs)).toBe(false)
    })

    test('proposes no code that is in use', async () => {
      const reserved: string[] = []
      for (let shopper = 0; shopper < 50; shopper++) reserved.push((await requestLink(under.storeId, reserved)).code)
      expect(new Set(reserved).size).toBe(50)
    })

    test('activates many concurrent codes', async () => {
      const codes = await Promise.all(Array.from({ length: 8 }, () => issued()))
      for (const code of codes) {
        expect(await settled(code)).toEqual({ status: 'active' })
        expect(await under.opens(under.storeId, code.code)).toBe(true)
      }
    })

    test('does not open with a revoked code, or reports that the code can only lapse', async () => {
      const code = await issued()
      await settled(code)
      const until = Date.now() + TIMEOUT_MS
      let revoked = await under.lock.revoke(code)
      while (revoked.status === 'asked' || revoked.status === 'failed') {
        expect(Date.now()).toBeLessThan(until)
        await sleep(20)
        revoked = await under.lock.revoke(code)
      }
      const isOpen = await under.opens(under.storeId, code.code)
      expect([revoked.status, isOpen]).toEqual(isOpen ? ['lapses', true] : ['absent', false])
      expect((await under.lock.revoke(code)).status).toBe(revoked.status)
    })

    test('can revoke a code that was never issued', async () => {
      expect(['absent', 'lapses']).toContain((await under.lock.revoke(await requestLink())).status)
    })

    test('reports that it is ready, or not set up', async () => {
      expect((await under.lock.health(under.storeId)).code).toBe('ready')
      expect((await under.lock.health(under.bareStoreId)).code).toBe('notSetUp')
      expect(await under.lock.propose(under.bareStoreId, new Date(), [])).toBeUndefined()
    })
  })
}
