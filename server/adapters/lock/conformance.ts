import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOOR_CODE_MINUTES } from '#domain/stores/door-code.ts'
import type { AskedCode, Lock } from './lock.ts'

/** A provider under test: two stores with a lock each, a store whose lock is not set up, and the doors. */
export type LockUnderTest = {
  lock: Lock
  storeId: number
  otherStoreId: number
  bareStoreId: number
  /** Whether a store's door opens when the code is typed `laterMs` later. */
  opens: (storeId: number, code: string, laterMs?: number) => Promise<boolean>
  close: () => Promise<void>
}

const MINUTE_MS = 60_000
const PATIENCE_MS = 5000
let last = 0

/** Requirements for every kind of lock. */
export function lockConformance(name: string, open: () => Promise<LockUnderTest>): void {
  describe(`${name} as a lock`, () => {
    let under: LockUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under.close())

    const asked = async (storeId = under.storeId, taken: readonly string[] = []): Promise<AskedCode> => {
      const from = new Date()
      const proposed = await under.lock.propose(storeId, from, taken)
      if (!proposed) throw new Error('no code was proposed')
      last += 1
      return { storeId, from, name: `Puoti test ${last}`, ...proposed }
    }
    const settled = async (code: AskedCode) => {
      const until = Date.now() + PATIENCE_MS
      for (;;) {
        const now = await under.lock.state(code)
        if (now.status !== 'pending' || Date.now() > until) return now
        await sleep(20)
      }
    }
    const issued = async (storeId = under.storeId) => {
      const code = await asked(storeId)
      const answer = await under.lock.issueCode(code)
      expect(['pending', 'active']).toContain(answer.status)
      return code
    }

    test('proposes six or eight digits for more than nine and at most fifteen minutes', async () => {
      const { code, from, until } = await asked()
      expect(code).toMatch(/^\d{6}(\d\d)?$/)
      const lasts = (until.getTime() - from.getTime()) / MINUTE_MS
      expect(lasts).toBeGreaterThan(9)
      expect(lasts).toBeLessThanOrEqual(DOOR_CODE_MINUTES)
    })

    test('a code that is said to be active opens the door, and no other', async () => {
      const code = await issued()
      expect(await settled(code)).toEqual({ status: 'active' })
      expect(await under.opens(under.storeId, code.code)).toBe(true)
      expect(await under.opens(under.otherStoreId, code.code)).toBe(false)
    })

    test('a code opens until its end, and not after', async () => {
      const code = await issued()
      await settled(code)
      const left = code.until.getTime() - Date.now()
      expect(await under.opens(under.storeId, code.code, left - 2000)).toBe(true)
      expect(await under.opens(under.storeId, code.code, left)).toBe(false)
    })

    test('no two shoppers get the same code while one of them is in use', async () => {
      const taken: string[] = []
      for (let shopper = 0; shopper < 50; shopper++) taken.push((await asked(under.storeId, taken)).code)
      expect(new Set(taken).size).toBe(50)
    })

    test('many at once are each told what is true', async () => {
      const codes = await Promise.all(Array.from({ length: 8 }, () => issued()))
      for (const code of codes) {
        expect(await settled(code)).toEqual({ status: 'active' })
        expect(await under.opens(under.storeId, code.code)).toBe(true)
      }
    })

    test('one that is taken back does not open any more, or is said to lapse by itself', async () => {
      const code = await issued()
      await settled(code)
      const until = Date.now() + PATIENCE_MS
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

    test('what was never issued can be taken back in peace', async () => {
      expect(['absent', 'lapses']).toContain((await under.lock.revoke(await asked())).status)
    })

    test('says that it is ready, and of one that is not set up that it is not', async () => {
      expect((await under.lock.health(under.storeId)).code).toBe('ready')
      expect((await under.lock.health(under.bareStoreId)).code).toBe('notSetUp')
      expect(await under.lock.propose(under.bareStoreId, new Date(), [])).toBeUndefined()
    })
  })
}
