import type { Facts, RefundFact } from '#test/faults/checker/facts.ts'
import { getLotFacts } from './lot-facts.ts'
import type { AttemptRow, MemoryRows, RefundRow } from './memory/memory-rows.ts'
import type { World } from './world.ts'

/** The facts for the fault run's checker, of an idle world. */
export function getFacts(world: World): Facts {
  const { rows } = world.repository
  const orders = [...rows.orders.values()]
  const sales = rows.moves.filter(move => move.refundLineId === null)
  const movesByLine = Map.groupBy(sales, move => move.lineId)
  return {
    now: new Date(world.agenda.now),
    isIdle: true,
    ledger: world.ledger,
    attempts: [...rows.attempts.values()].map(attemptFact),
    orders: orders.map(order => ({
      id: order.id,
      user_id: order.userId,
      status: order.status,
      is_cancelled: order.cancelledAt !== null,
      order_type: 'standard',
      total_cents: order.totalCents,
      lines_cents: sum(order.lines.map(line => line.totalCents)),
      // No mail is simulated; a receipt is written in the statement that completes its order.
      paid_at: null,
      receipts: order.status === 'complete' ? 1 : 0,
    })),
    lines: orders.flatMap(order =>
      order.lines.map(({ id, quantityThousandths }) => {
        const moves = movesByLine.get(id) ?? []
        const moved = sum(moves.map(move => move.quantityThousandths))
        return { id, order_id: order.id, quantity_thousandths: quantityThousandths, moves: moves.length, moved }
      }),
    ),
    refunds: [...rows.refunds.values()].map(refund => refundFact(refund, rows)),
    shelves: [...rows.shelves].map(([productId, onShelf]) => {
      const moved = rows.moves.filter(move => move.productId === productId).map(move => move.quantityThousandths)
      return { store_id: 1, product_id: productId, on_shelf: onShelf, in_ledger: sum(moved) }
    }),
    ...getLotFacts(world),
    history: rows.history,
    mails: [],
    waitingMails: [],
    results: world.results,
    promised: [],
  }
}

const attemptFact = (row: AttemptRow) => ({
  id: row.id,
  order_id: row.orderId,
  user_id: row.userId,
  terminal_id: row.terminalId,
  occupies_terminal: row.holdsTerminal,
  service_id: row.serviceId,
  amount_cents: row.amountCents,
  state: row.state,
  string_code: row.stringCode,
  sent_at: row.sentAt === null ? null : new Date(row.sentAt),
  deadline_at: new Date(row.deadlineAt),
})

function refundFact(refund: RefundRow, { attempts, moves }: MemoryRows): RefundFact {
  const returns = refund.state === 'DONE' && refund.returnsStock
  const moved = refund.lines.map(part => ({ part, moves: moves.filter(move => move.refundLineId === part.id) }))
  const isRight = ({ part, moves: saleMoves }: (typeof moved)[number]) =>
    saleMoves.length === 1 && saleMoves[0]?.quantityThousandths === part.quantityThousandths
  return {
    id: refund.id,
    attempt_id: refund.attemptId,
    terminal_id: attempts.get(refund.attemptId)?.terminalId ?? 0,
    refund_key: refund.refundKey,
    amount_cents: refund.amountCents,
    state: refund.state,
    due_moves: returns ? refund.lines.filter(part => part.quantityThousandths > 0).length : 0,
    right_moves: moved.filter(isRight).length,
    moves: sum(moved.map(({ moves: saleMoves }) => saleMoves.length)),
    // No simulated terminal's vendor reports later.
    failures: 0,
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
