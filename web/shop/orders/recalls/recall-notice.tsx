import { useQuery } from '@tanstack/react-query'
import { recalls } from '#contract/orders/recalls.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'

const LOOK_EVERY_MS = 300_000

/** Loaded when there is a recall: few shoppers ever need it. */
const { Part: RecallDialog } = lazyPart(async () => (await import('./recall-dialog.tsx')).RecallDialog)

/** A recall of something that the shopper bought is shown over any page, until the shopper confirms it. */
export function RecallNotice() {
  const { user } = useSession()
  const isShopper = user?.is_verified === true
  const { data } = useQuery({
    ...queryFor(recalls.list),
    enabled: isShopper,
    refetchInterval: LOOK_EVERY_MS,
    meta: { isBackground: true },
  })
  const first = isShopper ? data?.[0] : undefined
  return first && <RecallDialog key={first.id} recall={first} />
}
