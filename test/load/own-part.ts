import type { LedgerLine } from '../faults/terminal/ledger.ts'
import type { World } from '../faults/world/open-world.ts'
import type { Press, Samples } from './samples.ts'

/** An attempt with its key in the terminal's ledger. */
type Attempt = { orderId: number; key: string }
/** The times of one payment in the terminal's ledger (ms since 1970), and when the terminal had become free for it. */
type AtTerminal = { heardAt: number; decidedAt: number; freeAt: number }

/** The shop's own part of payments (ms). */
export type OwnParts = { until: number[]; after: number[]; whole: number[] }

/** For all payments of a run, by the stretch in which "Pay" was pressed. */
export async function readOwnParts(world: World, presses: readonly Press[]): Promise<Map<Samples, OwnParts>> {
  const { rows } = await world.handle.pool.query<{ order_id: number; service_id: string; terminal_id: number }>(
    'select order_id, service_id, terminal_id from payment_attempt order by id',
  )
  const attempts = rows.map(row => ({ orderId: row.order_id, key: world.terminals.getKey(row) }))
  return ownParts(presses, { attempts, ledger: world.terminals.ledger() })
}

/**
 * `until`: from the press, or for a queued shopper from when the terminal became free, until the terminal recorded the request.
 * `after`: from when it recorded the outcome until the shopper's phone received it. The time in between is the shopper's own, at
 * the terminal. Attempts and presses are in chronological order.
 */
export function ownParts(
  presses: readonly Press[],
  { attempts, ledger }: { attempts: readonly Attempt[]; ledger: readonly LedgerLine[] },
): Map<Samples, OwnParts> {
  const byOrder = Map.groupBy(attempts, attempt => attempt.orderId)
  const seen = readTerminals(ledger)
  const parts = new Map<Samples, OwnParts>()
  for (const [orderId, tries] of Map.groupBy(presses, press => press.orderId)) {
    for (const [number, press] of tries.entries()) {
      const atTerminal = seen.get(byOrder.get(orderId)?.[number]?.key ?? '')
      if (atTerminal) note(getParts(parts, press.samples), press, atTerminal)
    }
  }
  return parts
}

function getParts(parts: Map<Samples, OwnParts>, samples: Samples): OwnParts {
  const existing = parts.get(samples) ?? { until: [], after: [], whole: [] }
  parts.set(samples, existing)
  return existing
}

function note(parts: OwnParts, { pressedAt, answeredAt }: Press, { heardAt, decidedAt, freeAt }: AtTerminal): void {
  const until = heardAt - Math.max(pressedAt, freeAt)
  const after = answeredAt - decidedAt
  parts.until.push(until)
  parts.after.push(after)
  parts.whole.push(until + after)
}

function readTerminals(lines: readonly LedgerLine[]): Map<string, AtTerminal> {
  const seen = new Map<string, AtTerminal>()
  const freeAt = new Map<number, number>()
  for (const { serviceId, terminalId, event, at } of lines) {
    if (event === 'received') seen.set(serviceId, { heardAt: at, decidedAt: at, freeAt: freeAt.get(terminalId) ?? 0 })
    else {
      const payment = seen.get(serviceId)
      if (payment) payment.decidedAt = at
      freeAt.set(terminalId, at)
    }
  }
  return seen
}
