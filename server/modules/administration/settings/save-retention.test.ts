import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/administration/audit-log.ts'
import type { RetentionSettings } from '#contract/administration/settings.ts'
import { RETENTION_FIELDS } from '#domain/operations/retention-periods.ts'
import { testDatabase } from '#test/database/database.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { getRetention } from './save-retention.ts'

test('retention times are saved within their bounds, and are in the audit log', async () => {
  const database = await testDatabase()
  const shop = await openShop({ database, modules: ['administration'] })
  const [anna, bertil] = [await shop.caller('admin'), await shop.caller('admin')]
  const read = async (by: Caller) => (await by.call('GET settings/retention')).body as RetentionSettings
  const put = (body: object) => anna.call('PUT settings/retention', body)
  const { revision, ...times } = await read(anna)
  expect(times).toEqual(
    Object.fromEntries(Object.entries(RETENTION_FIELDS).map(([name, { initial }]) => [name, initial])),
  )
  const saved = await put({ revision, ...times, visit_days: 30, reason: 'less is enough' })
  expect(saved).toMatchObject({ status: 200, body: { visit_days: 30, revision: revision + 1 } })
  expect(await read(bertil)).toMatchObject({ visit_days: 30 })
  expect(await getRetention(database.kysely)).toEqual(await read(anna))
  expect((await put({ revision, ...times })).status).toBe(409)
  const wrong = { revision: revision + 1, ...times, visit_days: RETENTION_FIELDS.visit_days.max + 1 }
  expect((await put(wrong)).status).toBe(422)
  const { items } = (await anna.call('GET audit/retention/1')).body as { items: AuditEntry[] }
  expect(items[0]).toMatchObject({
    changes: [{ field: 'visit_days', from: 90, to: 30 }],
    reason: 'less is enough',
  })
  await shop.close()
  await database.close()
})
