import type { contract } from '#contract/index.ts'
import { findAuditEntries } from '#server/platform/audit-log/queries.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'

export function auditRoutes({ db }: Context): Handlers<typeof contract.audit> {
  return {
    list: ({ query, language }) => findAuditEntries(db, { ...query, language }),
    listByRecord: ({ params, query, language }) =>
      findAuditEntries(db, { ...query, kind: params.kind, recordId: params.id, language }),
  }
}
