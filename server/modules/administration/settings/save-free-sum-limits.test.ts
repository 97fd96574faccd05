import { expect, test } from 'vitest'
import type { FreeSumLimitSettings } from '#contract/administration/settings.ts'
import { testDatabase } from '#test/database/database.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { getFreeSumLimits } from './save-free-sum-limits.ts'

test('the limits of free sums are saved by admins as amounts of money, and are in the audit log', async () => {
  const database = await testDatabase()
  const shop = await openShop({ database, modules: ['administration'] })
  const [anna, keeper] = [await shop.caller('admin'), await shop.caller('keeper')]
  const { revision, keeper_daily } = (await anna.call('GET settings/free-sum-limits')).body as FreeSumLimitSettings
  expect(keeper_daily).toBe(50)
  const save = (amount: number, by = anna) =>
    by.call('PUT settings/free-sum-limits', { revision, keeper_daily: amount, reason: 'a small shop' })
  expect(await save(20.5, keeper)).toMatchObject({ status: 403 })
  for (const wrong of [-1, 0.005, 1_000_001]) expect(await save(wrong)).toMatchObject({ status: 422 })
  expect(await save(20.5)).toMatchObject({ status: 200, body: { keeper_daily: 20.5, revision: revision + 1 } })
  expect(await save(30)).toMatchObject({ status: 409, body: { current: { keeper_daily: 20.5 } } })
  expect(await getFreeSumLimits(database.kysely)).toEqual({ keeper_daily: 20.5, revision: revision + 1 })
  const [entry] = await listAuditEntries(anna, 'freeSumLimits/1')
  expect(entry).toMatchObject({
    reason: 'a small shop',
    changes: [{ field: 'keeper_daily', from: 50, to: 20.5 }],
  })
  await shop.close()
  await database.close()
})
