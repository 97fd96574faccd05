import { useQuery } from '@tanstack/react-query'
import { audit, type AuditKind } from '#contract/administration/audit-log.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'

/** The newest change may already be the user's own. */
const FEW = 5

export type AuditedRecord = {
  kind: AuditKind
  id: number
}

/** The other user who last changed a record, and when; undefined until known, or when it was this user in another tab. */
export function useOthersChange(record: AuditedRecord): { email: string; time: string } | undefined {
  const me = useUser()
  const { data } = useQuery({
    ...queryOf(audit.ofRecord, { params: record, query: { size: FEW } }),
    // Cached data does not contain what was saved meanwhile.
    staleTime: 0,
    meta: { showsOwnError: true },
  })
  const change = data?.items.find(({ by }) => by.id !== me.id)
  return change && { email: change.by.email, time: shopTimeText(change.at) }
}
