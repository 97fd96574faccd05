import type { contract } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findTrail } from './queries.ts'

export function auditRoutes({ db }: Context): Handlers<typeof contract.audit> {
  return {
    list: ({ query, language }) => findTrail(db, { ...query, language }),
    ofRecord: ({ params, query, language }) =>
      findTrail(db, { ...query, kind: params.kind, recordId: params.id, language }),
  }
}
