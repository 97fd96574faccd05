import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Cooldown } from './cooldown.ts'

type Kind = 'phone' | 'user'
export type CooldownRow = Cooldown & { kind: Kind; key: string }

/**
 * Locks the rows of a phone (by its keyed hash) and of a user. Inserts missing rows first, so that two concurrent first calls
 * can't both pass.
 */
export async function lockCooldowns(
  db: Transaction<Database>,
  { phoneKey, userId, now }: { phoneKey: string; userId: number; now: Date },
): Promise<CooldownRow[]> {
  const keys: { kind: Kind; key: string }[] = [
    { kind: 'phone', key: phoneKey },
    { kind: 'user', key: String(userId) },
  ]
  await db
    .insertInto('sms_cooldown')
    .values(keys.map(({ kind, key }) => ({ kind, key, sent_count: 0, cooldown_until: now })))
    .onConflict(conflict => conflict.columns(['kind', 'key']).doNothing())
    .execute()
  const rows = await db
    .selectFrom('sms_cooldown')
    .selectAll()
    .where(({ or, and }) => or(keys.map(row => and(row))))
    .orderBy('kind')
    .orderBy('key')
    .forUpdate()
    .execute()
  return rows.map(row => ({ kind: row.kind, key: row.key, sentCount: row.sent_count, until: row.cooldown_until }))
}

export async function saveCooldowns(db: Transaction<Database>, rows: readonly CooldownRow[]): Promise<void> {
  for (const { kind, key, sentCount, until } of rows) {
    await db
      .updateTable('sms_cooldown')
      .set({ sent_count: sentCount, cooldown_until: until })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute()
  }
}
