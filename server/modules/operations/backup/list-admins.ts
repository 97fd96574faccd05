import { sql } from 'kysely'
import type { Db } from '#server/platform/schema/tables.ts'

/** `isExplained`: the newest entry of the audit log about the account's admin right grants it. */
export type AdminEntry = { email: string; isExplained: boolean }

/**
 * The admins, by address. An account whose right no entry explains was made an admin in the table itself, or in a backup. (That
 * the entries are the original ones, invariant I13 checks with their hash chain.)
 */
export async function listAdmins(db: Db): Promise<AdminEntry[]> {
  const { rows } = await sql<AdminEntry>`
    SELECT email, coalesce((
      SELECT change ->> 'to' = 'true' FROM audit_entry, jsonb_array_elements(changes) AS change
      WHERE kind = 'user' AND record_id = app_user.id AND change ->> 'field' = 'is_admin'
      ORDER BY audit_entry.id DESC LIMIT 1), false) AS "isExplained"
    FROM app_user WHERE is_admin AND removed_at IS NULL ORDER BY email`.execute(db)
  return rows
}
