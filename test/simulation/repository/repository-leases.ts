import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import type { Attempt } from '#server/modules/payments/order-payments/attempts.ts'
import { A, B, outcome, type RepositoryDriver } from './repository-driver.ts'

/** Which server owns an attempt, and which one may take it over. */
export function knowsWhoLeads(hands: RepositoryDriver): void {
  describe('leases', () => {
    const claimedBy = async (owner: string) => (await hands.repository.claimLapsed(owner)).map(({ id }: Attempt) => id)

    test('are renewed only for their owner, and the renewal returns the shopper’s cancel request', async () => {
      const { begun, userId } = await hands.begin()
      expect(await hands.repository.renewLeases(A, [begun.id])).toEqual(
        new Map([[begun.id, { isSent: false, cancelRequestedAt: null }]]),
      )
      expect(await hands.repository.renewLeases(A, [])).toEqual(new Map())
      expect(await hands.repository.renewLeases(B, [begun.id])).toEqual(new Map())
      await hands.repository.markSent(begun.id, A)
      expect((await hands.repository.renewLeases(A, [begun.id])).get(begun.id)?.isSent).toBe(true)
      await hands.repository.requestCancel(userId)
      expect((await hands.repository.renewLeases(A, [begun.id])).get(begun.id)?.cancelRequestedAt).toBeInstanceOf(Date)
      await hands.repository.settle(begun, outcome('CANCELLED'))
      expect(await hands.repository.renewLeases(A, [begun.id])).toEqual(new Map())
    })

    test('can be claimed by one other server after they have lapsed', async () => {
      const { begun } = await hands.begin()
      expect(await claimedBy(B)).not.toContain(begun.id)
      await hands.under.age(begun.id, 8001)
      await hands.repository.renewLeases(A, [begun.id])
      expect(await claimedBy(B)).not.toContain(begun.id)
      await hands.under.age(begun.id, 8001)
      expect(await claimedBy(B)).toContain(begun.id)
      expect(await claimedBy('server c')).not.toContain(begun.id)
      expect(await hands.under.attempt(begun.id)).toMatchObject({ owner: B })
      expect(await hands.repository.markSent(begun.id, A)).toBeUndefined()
    })

    test('stay valid while they are renewed every four seconds', async () => {
      const { begun } = await hands.begin()
      for (let second = 0; second < 4; second++) {
        await hands.under.age(begun.id, 4000)
        await hands.repository.renewLeases(A, [begun.id])
      }
      await hands.under.age(begun.id, 4000)
      expect(await claimedBy(B)).not.toContain(begun.id)
    })

    test('can be claimed at once after they are handed back', async () => {
      const { begun } = await hands.begin()
      await hands.repository.releaseLeases(B)
      expect(await hands.under.attempt(begun.id)).toMatchObject({ owner: A })
      await hands.repository.releaseLeases(A)
      expect(await hands.under.attempt(begun.id)).toMatchObject({ owner: null })
      expect(await claimedBy(B)).toContain(begun.id)
    })

    test('can be claimed for two days after an unknown outcome, and never after a known one', async () => {
      const { begun: unknown } = await hands.sent()
      await hands.repository.settle(unknown, outcome('UNRESOLVED'))
      const { begun } = await hands.sent()
      await hands.repository.settle(begun, outcome('DECLINED'))
      for (const { id } of [unknown, begun]) await hands.under.age(id, 10_000)
      const claimed = await claimedBy(B)
      expect(claimed).toContain(unknown.id)
      expect(claimed).not.toContain(begun.id)
      await hands.under.age(unknown.id, 48 * 60 * MINUTE_MS)
      expect(await claimedBy(A)).not.toContain(unknown.id)
    })
  })
}
