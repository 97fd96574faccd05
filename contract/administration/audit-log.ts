import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, listQuery, pageSchema, searchText } from '#contract/lists.ts'
import { id, instant, longId, longPathId, pathId } from '#contract/values.ts'

/** The kinds of records that the audit log covers. */
export const AUDIT_KINDS = [
  'supplier',
  'productGroup',
  'product',
  'terminal',
  'store',
  'stockTake',
  'preorder_event',
  'order',
  'user',
  'invitation',
  'ledgerAccounts',
  /** A payout of a payment provider: `created` with each report that adds lines to it. */
  'payout',
  'operator',
  'terms',
  'vatClass',
  'languages',
  'retention',
  /** The daily limits of refunds of free sums. */
  'freeSumLimits',
  /** Record id 1 is the notice of personal data, 2 that of cameras. */
  'notice',
  'supplierOrder',
  'purchaseOrder',
  'barcodes',
  'message',
  'recall',
  /** The contacts and rules of a store's duty; the record id is the store's. */
  'duty',
  /** Exported files of lists of people or their actions: `created`, with the list and its query. The record id is 1. */
  'export',
] as const
const kind = z.enum(AUDIT_KINDS)
export type AuditKind = z.output<typeof kind>

export const auditEntry = z.object({
  id: longId,
  kind,
  record_id: longId,
  action: z.enum(['created', 'changed', 'removed']),
  by: z.object({ id, email: z.string() }),
  at: instant,
  reason: z.nullable(z.string()),
  /** One per field that differs, such as `names.fi`, with the old and the new value. Null: absent. */
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  /** The record’s current name, in the requested language; null when it has no name or no longer exists. */
  name: z.nullable(z.string()),
  /** Current names of the ids in the changes, by keys such as `supplier.1001` and `store.1002`. */
  names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.output<typeof auditEntry>

/** Days in Finland; `until` is inclusive. */
const when = { from: z.optional(day), until: z.optional(day) }

export const audit = {
  list: endpoint({
    method: 'GET',
    path: 'admin/audit',
    description: 'Who changed what, from what to what, when and why. The newest first.',
    access: 'admin',
    reads: ['auditLog'],
    query: listQuery(['at'], {
      /**
       * Words of the record's name or its number, of the author's email address, or of the reason. Only the newest 20,000
       * entries that match the other parameters are searched.
       */
      q: z.optional(searchText),
      kind: z.optional(kind),
      by: z.optional(pathId),
      ...when,
    }),
    answer: pageSchema(auditEntry),
    errors: FOR_ADMINS,
  }),
  listByRecord: endpoint({
    method: 'GET',
    path: 'admin/audit/:kind/:id',
    description: 'The changes of one record, also of a removed one. The newest first.',
    access: 'admin',
    reads: ['auditLog'],
    params: z.object({ kind, id: longPathId }),
    query: listQuery(['at'], { by: z.optional(pathId), ...when }),
    answer: pageSchema(auditEntry),
    errors: FOR_ADMINS,
  }),
}
