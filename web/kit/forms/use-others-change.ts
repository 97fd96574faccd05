import { useQuery } from '@tanstack/react-query'
import { audit, type AuditKind } from '#contract/administration/audit-log.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'

/** One's own save may already be the newest. */
const FEW = 5

export interface AuditedRecord {
  kind: AuditKind
  id: number
}

/** Who else changed a record last, and when; undefined until that is known, or when it was oneself in another tab. */
export function useOthersChange(record: AuditedRecord): { email: string; time: string } | undefined {
  const me = useUser()
  const { data } = useQuery({
    ...queryOf(audit.ofRecord, { params: record, query: { size: FEW } }),
    // What was known before does not hold what was saved meanwhile.
    staleTime: 0,
    meta: { showsOwnError: true },
  })
  const change = data?.items.find(({ by }) => by.id !== me.id)
  return change && { email: change.by.email, time: shopTimeText(change.at) }
}
