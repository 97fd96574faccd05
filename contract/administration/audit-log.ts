import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { day, FOR_ADMINS, listQuery, pageOf } from '#contract/lists.ts'
import { id, instant, pathId } from '#contract/values.ts'

/** What keeps a trail. */
export const AUDIT_KINDS = [
  'supplier',
  'product',
  'terminal',
  'store',
  'stockTake',
  'preorder_event',
  'order',
  'user',
  'ledgerAccounts',
  'operator',
  'terms',
  'vatClass',
  'languages',
  'retention',
  /** Of personal data, 1; of cameras, 2. */
  'notice',
  'supplierOrder',
  'barcodes',
  'message',
  /** Files of lists of people or of what they did: `created`, with the list and what it was asked for. Its record is 1. */
  'export',
] as const
const kind = z.enum(AUDIT_KINDS)
export type AuditKind = z.output<typeof kind>

export const auditEntry = z.object({
  id,
  kind,
  record_id: id,
  action: z.enum(['created', 'changed', 'removed']),
  by: z.object({ id, email: z.string() }),
  at: instant,
  reason: z.nullable(z.string()),
  /** One per field that differs: `names.fi`, from what to what. Null: not there. */
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  /** What the record is called now, in the language asked for; null where it has no name, or is gone. */
  name: z.nullable(z.string()),
  /** What the ids in the changes are called now: `supplier.1001`, `store.1002`. */
  names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.output<typeof auditEntry>

/** Days in Finland, the last one included. */
const when = { from: z.optional(day), until: z.optional(day) }

export const audit = {
  list: endpoint({
    method: 'GET',
    path: 'admin/audit',
    summary: 'Who changed what, from what to what, when and why. The newest first.',
    access: 'admin',
    query: listQuery(['at'], { kind: z.optional(kind), by: z.optional(pathId), ...when }),
    answer: pageOf(auditEntry),
    errors: FOR_ADMINS,
  }),
  ofRecord: endpoint({
    method: 'GET',
    path: 'admin/audit/:kind/:id',
    summary: 'The trail of one record, which may have been removed since. The newest first.',
    access: 'admin',
    params: z.object({ kind, id: pathId }),
    query: listQuery(['at'], { by: z.optional(pathId), ...when }),
    answer: pageOf(auditEntry),
    errors: FOR_ADMINS,
  }),
}
