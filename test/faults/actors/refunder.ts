import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import type { Chances } from '../chances.ts'
import type { World } from '../world/open-world.ts'
import { call } from './call.ts'
import type { Notebook } from './notebook.ts'

const TIMEOUT_MS = 5000

type RefunderLife = { world: World; chances: Chances; notebook: Notebook; closing: AbortSignal }

/** An admin who refunds recent orders, as a whole, one line or a free sum, and often presses twice. */
export async function liveAsRefunder(life: RefunderLife): Promise<void> {
  const { world, chances, closing } = life
  while (!closing.aborted) {
    await sleep(chances.between(100, 700), undefined, { signal: closing }).catch(() => undefined)
    // The database may be down: an admin tries again later.
    const orderId = await someCompleteOrder(world).catch(() => undefined)
    if (orderId !== undefined && !closing.aborted) await refund(life, orderId)
  }
}

async function someCompleteOrder({ handle }: World): Promise<number | undefined> {
  const found = await handle.pool.query<{ id: number }>(
    `select id from customer_order where status = 'complete' and paid_at > now() - interval '20 seconds'
      order by random() limit 1`,
  )
  return found.rows[0]?.id
}

async function refund(life: RefunderLife, orderId: number): Promise<void> {
  const { chances } = life
  const path = `admin/orders/${orderId}/refunds`
  const seen = await request(life, `GET ${path}`)
  if (seen?.status !== 200) return
  // The contract defines the body of a 200.
  const { refunded_amount, paid_amount, lines } = seen.body as OrderRefunds
  const line = chances.pick(lines)
  const part = chances.isTrue(0.5)
    ? { order_line_id: line.order_line_id }
    : { order_line_id: line.order_line_id, quantity: 1 }
  const leftCents = Math.round((paid_amount - refunded_amount) * 100)
  const goods = { return_stock: chances.isTrue(0.5), ...(chances.isTrue(0.5) && { lines: [part] }) }
  const freeSum = { return_stock: false, free_sum: (1 + chances.below(Math.max(1, leftCents))) / 100 }
  const body = {
    refunded_amount,
    reason: 'a fault run gives back',
    ...(chances.isTrue(0.2) ? freeSum : goods),
  }
  const presses = chances.isTrue(0.4) ? 2 : 1
  const answers = await Promise.all(Array.from({ length: presses }, () => request(life, `POST ${path}`, body)))
  life.notebook.refunds += answers.filter(answer => answer?.status === 202).length
}

const request = ({ world, notebook }: RefunderLife, line: string, body?: unknown) =>
  call({
    origin: world.front.origin,
    headers: world.stocked.admin.headers,
    line,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    onError: notebook.countError,
  }).then(answer => {
    notebook.countAnswer(answer?.status ?? 0)
    return answer
  })
