import { setTimeout as sleep } from 'node:timers/promises'
import type { Chances } from '../chances.ts'
import type { RefundKey } from '../terminal/test-terminals.ts'
import type { World } from '../world/open-world.ts'
import { call } from './call.ts'
import type { Notebook } from './notebook.ts'

const TIMEOUT_MS = 5000

type DeciderLife = { world: World; chances: Chances; notebook: Notebook; end: AbortSignal }

/** An admin who looks refunds with an unknown outcome up in the services' own pages, and enters what these show. */
export async function liveAsDecider(life: DeciderLife): Promise<void> {
  const { world, chances, end } = life
  while (!end.aborted) {
    await sleep(chances.between(200, 800), undefined, { signal: end }).catch(() => undefined)
    // The database may be down: an admin tries again later.
    for (const refund of await listUnresolved(world).catch(() => [])) await decide(life, refund)
  }
}

type Unresolved = RefundKey & { id: number }

async function listUnresolved({ handle }: World): Promise<Unresolved[]> {
  const found = await handle.pool.query<Unresolved>(
    `select refund.id, refund.refund_key, refund.amount_cents, attempt.service_id, attempt.terminal_id,
      (select 1 + count(*) from refund other where other.attempt_id = refund.attempt_id and other.id < refund.id
        and other.amount_cents = refund.amount_cents and other.state not in ('REFUSED', 'NOT_PROCESSED'))::integer as number
      from refund join payment_attempt attempt on attempt.id = refund.attempt_id where refund.state = 'UNRESOLVED'`,
  )
  return found.rows
}

async function decide({ world, notebook }: DeciderLife, refund: Unresolved): Promise<void> {
  const key = world.terminals.getRefundKey(refund)
  const isDone = world.terminals.ledger().some(line => line.serviceId === key && line.event === 'approved')
  const outcome = isDone ? 'refunded' : 'not_refunded'
  const answer = await call({
    origin: world.front.origin,
    headers: world.stocked.admin.headers,
    line: `PUT admin/refunds/${refund.id}/outcome`,
    body: { outcome, reason: 'a fault run looked it up' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    onError: notebook.countError,
  })
  notebook.countAnswer(answer?.status ?? 0)
  if (answer?.status === 200) notebook.decided++
}
