import type { contract } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findTrail } from './queries.ts'

export function auditRoutes({ db }: Context): Handlers<typeof contract.audit> {
  return {
    list: ({ query }) => findTrail(db, query),
    ofRecord: ({ params, query }) => findTrail(db, { ...query, kind: params.kind, recordId: params.id }),
  }
}
