import type { AuditEntry } from '#contract/administration/audit-log.ts'
import type { Caller } from './callers.ts'

/** The audit log's entries about a record as an admin reads them, the newest first. `record`: "product/1001". */
export async function listAuditEntries(admin: Pick<Caller, 'call'>, record: string): Promise<AuditEntry[]> {
  const { status, body } = await admin.call(`GET audit/${record}`)
  if (status !== 200) throw new Error(`the audit log of ${record} responds with ${status}`)
  // The contract's response of this path.
  return (body as { items: AuditEntry[] }).items
}
