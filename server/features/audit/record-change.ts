import type { AuditKind } from '#contract/audit.ts'
import { fieldChanges, type Facts } from '#domain/field-changes.ts'
import type { Database } from '#server/db/tables.ts'
import type { Transaction } from 'kysely'

/** Who changes something, and when. */
export type Author = { userId: number; at: Date; reason?: string | undefined }

/** A record before and after, as the API shows it; null: not there. Ids and revisions tell nothing and stay out. */
export type RecordChange = { kind: AuditKind; id: number; before: Facts | null; after: Facts | null; author: Author }

const SECRET = /secret|password|token|api_?key|hmac|sha256|sealed/i

/**
 * Writes onto the trail what differs, in the transaction that makes the change: without the one there is not the other.
 * Says whether anything differs. Throws for a field whose name sounds like a secret: those are on no trail.
 */
export async function recordChange(trx: Transaction<Database>, change: RecordChange): Promise<boolean> {
  const { kind, id, before, after, author } = change
  const changes = fieldChanges(before, after)
  const secret = changes.find(({ field }) => SECRET.test(field))
  if (secret) throw new Error(`The field ${secret.field} may not go onto the trail`)
  if (before && after && changes.length === 0) return false
  await trx
    .insertInto('audit_entry')
    .values({
      kind,
      record_id: id,
      action: !before ? 'created' : after ? 'changed' : 'removed',
      user_id: author.userId,
      reason: author.reason ?? null,
      changes: JSON.stringify(changes),
      created_at: author.at,
    })
    .execute()
  return true
}
