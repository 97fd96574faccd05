import type { PoolClient } from 'pg'
import { messageSealer } from '#server/platform/outbox/outbox-message.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import type { Notebook } from '#test/faults/actors/notebook.ts'
import type { LedgerLine } from '#test/faults/terminal/ledger.ts'
import type { RefundKey } from '#test/faults/terminal/test-terminals.ts'
import type { World } from '#test/faults/world/open-world.ts'
import { SECRET } from '#test/faults/world/stock.ts'
import { collectLots } from './collect-lots.ts'
import type {
  AttemptFact,
  Facts,
  HistoryFact,
  LineFact,
  MailFact,
  OrderFact,
  RecallFact,
  RefundFact,
  ShelfFact,
  WaitingMail,
} from './facts.ts'

/** Where a round's facts begin: older ones were checked when everything was idle. */
export type Since = { orderId: number; refundId: number; historyId: number; ledgerLines: number }
export const FROM_THE_START: Since = { orderId: 0, refundId: 0, historyId: 0, ledgerLines: 0 }

/**
 * Reads first the results that people received, then one consistent snapshot of the database, then the terminals' ledger: each
 * source must contain everything that the earlier ones imply, even while all of them change.
 */
export async function collectFacts(
  world: World,
  notebook: Notebook,
  { since, isIdle }: { since: Since; isIdle: boolean },
): Promise<Facts> {
  const [results, promised, scans] = [[...notebook.results], [...notebook.promised], [...notebook.scans]]
  const recalledAt = new Map(notebook.recalledAt)
  const client = await world.handle.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    const fromDatabase = await readDatabase(client, since)
    await client.query('commit')
    const ledger: LedgerLine[] = world.terminals.ledger().slice(since.ledgerLines)
    const attempts = fromDatabase.attempts.map(row => ({ ...row, service_id: world.terminals.getKey(row) }))
    const recalls = fromDatabase.recalls.map(row => ({ ...row, confirmed_at: getConfirmed(row, recalledAt) }))
    const refunds = fromDatabase.refunds.map(row => ({ ...row, refund_key: world.terminals.getRefundKey(row) }))
    return { ...fromDatabase, attempts, refunds, recalls, isIdle, ledger, results, scans, promised }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}

async function readDatabase(client: PoolClient, since: Since) {
  // The rows match their types: each query selects the columns of its fact.
  const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query(text, values)).rows as Row[]
  const [clock] = await rows<{ now: Date }>('select clock_timestamp() as now')
  return {
    now: clock?.now ?? new Date(),
    orders: await rows<OrderFact>(
      `select id, user_id, order_type, status, cancelled_at is not null as is_cancelled, total_cents,
        (select sum(total_cents) from order_line where order_id = customer_order.id) as lines_cents, paid_at,
        (select count(*) from receipt where order_id = customer_order.id and refund_id is null) as receipts
        from customer_order where id > $1 order by id`,
      [since.orderId],
    ),
    attempts: await rows<AttemptFact>(
      `select id, order_id, user_id, terminal_id, occupies_terminal, service_id, amount_cents, state, string_code, sent_at, deadline_at
        from payment_attempt where order_id > $1 order by id`,
      [since.orderId],
    ),
    lines: await rows<LineFact>(
      `select line.id, line.order_id, line.quantity_thousandths, count(move.id) as moves,
        coalesce(sum(move.quantity_thousandths), 0)::bigint as moved
        from order_line line left join stock_move move on move.order_line_id = line.id and move.kind = 'sale'
        where line.order_id > $1 group by line.id`,
      [since.orderId],
    ),
    refunds: await rows<RefundFact & RefundKey>(REFUNDS, [since.refundId]),
    shelves: await rows<ShelfFact>(
      `select shelf.store_id, shelf.product_id, shelf.quantity_thousandths as on_shelf, (
        select coalesce(sum(quantity_thousandths), 0)::bigint from stock_move move
        where move.store_id = shelf.store_id and move.product_id = shelf.product_id) as in_ledger
        from store_stock shelf`,
    ),
    ...(await collectLots(rows)),
    history: await rows<HistoryFact>('select * from fault_history where id > $1 order by id', [since.historyId]),
    mails: await rows<MailFact>(`select recipient, text from development_mail where channel = 'mail'`),
    waitingMails: (await rows<OutboxRow>(OUTBOX)).flatMap(getWaitingMail),
  }
}

const getConfirmed = ({ lots }: RecallFact, recalledAt: ReadonlyMap<string, Date>): Date | null =>
  recalledAt.get(lots[0] ?? '') ?? null

type OutboxRow = { content_encrypted: string; since: Date; tries: number }

/** Mails that are neither sent nor given up. */
const OUTBOX = `
  select content_encrypted, created_at as since, tries from outbox_message
  where kind = 'mail' and state in ('waiting', 'sending')`

const sealer = messageSealer(makeSecrets(SECRET))

function getWaitingMail({ content_encrypted, since, tries }: OutboxRow): WaitingMail[] {
  const { to, text } = sealer.open('mail', content_encrypted)
  return to === null ? [] : [{ recipient: to, text, since, tries }]
}

const REFUNDS = `
  select refund.id, refund.attempt_id, attempt.terminal_id, refund.refund_key, refund.amount_cents, refund.state,
    count(part.id) filter (where refund.state = 'DONE' and refund.returns_stock and part.quantity_thousandths > 0) as due_moves,
    count(move.id) filter (where move.quantity_thousandths = part.quantity_thousandths) as right_moves,
    count(move.id) as moves,
    attempt.service_id, (select 1 + count(*) from refund other
      where other.attempt_id = refund.attempt_id and other.amount_cents = refund.amount_cents
        and (other.state in ('REFUSED', 'NOT_PROCESSED'), other.id) < (refund.state in ('REFUSED', 'NOT_PROCESSED'), refund.id)
    )::integer as number,
    (select count(*) from refund_failure failure where refund.state = 'DONE' and failure.amount_cents = refund.amount_cents
      and (failure.reference = split_part(split_part(refund.transaction_id, ' ', 1), '.', 2)
        or (refund.transaction_id is null and failure.merchant_reference = refund.refund_key))) as failures
  from refund join payment_attempt attempt on attempt.id = refund.attempt_id
  left join refund_line part on part.refund_id = refund.id
  left join stock_move move on move.refund_line_id = part.id
  where refund.id > $1 group by refund.id, attempt.terminal_id, attempt.service_id order by refund.id`

/** Where the next round's facts begin. */
export const sinceThese = (since: Since, facts: Facts): Since => ({
  orderId: facts.orders.at(-1)?.id ?? since.orderId,
  refundId: facts.refunds.at(-1)?.id ?? since.refundId,
  historyId: facts.history.at(-1)?.id ?? since.historyId,
  ledgerLines: since.ledgerLines + facts.ledger.length,
})
