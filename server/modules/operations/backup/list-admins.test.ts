import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { testDatabase } from '#test/database/database.ts'
import { listAdmins } from './list-admins.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** An admin, and what the audit log has about the right: granted and revoked in this order. */
async function addAdmin(email: string, entries: boolean[]): Promise<void> {
  const { kysely } = database
  const user = { email, language_id: 1001, is_admin: true }
  const { id } = await kysely.insertInto('app_user').values(user).returning('id').executeTakeFirstOrThrow()
  for (const isAdmin of entries) {
    const [before, after] = [
      { is_admin: !isAdmin, is_bookkeeper: false },
      { is_admin: isAdmin, is_bookkeeper: true },
    ]
    const author = { userId: id, at: new Date() }
    await inTransaction(kysely, trx => recordChange(trx, { kind: 'user', id, before, after, author }))
  }
}

test('an admin is explained by the newest entry about the right', async () => {
  await addAdmin('again@puoti.example', [true, false, true])
  await addAdmin('granted@puoti.example', [true])
  await addAdmin('never@puoti.example', [])
  await addAdmin('revoked@puoti.example', [true, false])
  await database.kysely.insertInto('app_user').values({ email: 'shopper@puoti.example', language_id: 1001 }).execute()
  expect(await listAdmins(database.kysely)).toEqual([
    { email: 'again@puoti.example', isExplained: true },
    { email: 'granted@puoti.example', isExplained: true },
    { email: 'never@puoti.example', isExplained: false },
    { email: 'revoked@puoti.example', isExplained: false },
  ])
})
