import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orders } from '#server/modules/orders/module.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { emptyDatabase } from '#test/database.ts'
import { fillOrderEvents } from './record-order-events.ts'

/** The last migration of a database whose events are all sentences. */
const BEFORE = '062-check-references.online'
/** The order, the payment attempt and the refund of test/rows-of-060.sql. */
const ORDER = 1001
const [ATTEMPT, REFUND] = [1001, 1001]

let database: DatabaseHandle
beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.pool, { until: BEFORE })
  await database.pool.query(await readFile(join(import.meta.dirname, '../../../test/rows-of-060.sql'), 'utf8'))
  await database.pool.query('DELETE FROM order_event')
})
afterAll(() => database.close())

type Old = { actor?: string; reason: string | null }

/** Writes an event as servers of the previous version do; returns its id. */
async function addSentence({ actor = 'shopper', reason }: Old): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO order_event (order_id, from_status, to_status, actor, reason)
      VALUES (${ORDER}, 'complete', 'complete', $1, $2) RETURNING id`,
    [actor, reason],
  )
  return rows[0]?.id ?? 0
}

const columnsOf = async (id: number) =>
  (
    await database.pool.query('SELECT kind, attempt_id, refund_id, outcome, reason FROM order_event WHERE id = $1', [
      id,
    ])
  ).rows[0]

const NONE = { attempt_id: null, refund_id: null, outcome: null, reason: null }
const BY_ADMIN = ', by the word of an admin'

type Form = { old: Old; columns: Record<string, unknown> }

const FORMS: Form[] = [
  {
    old: { actor: 'terminal', reason: `payment attempt ${ATTEMPT}: SUCCESS` },
    columns: { kind: 'payment', attempt_id: ATTEMPT, outcome: 'SUCCESS' },
  },
  {
    old: { actor: 'recovery', reason: `payment attempt ${ATTEMPT}: TERMINAL_UNREACHABLE` },
    columns: { kind: 'payment', attempt_id: ATTEMPT, outcome: 'TERMINAL_UNREACHABLE' },
  },
  {
    old: { actor: 'admin', reason: `payment attempt ${ATTEMPT}: MANUAL${BY_ADMIN}: it is on the slip: 2,90\nsigned` },
    columns: { kind: 'payment', attempt_id: ATTEMPT, outcome: 'MANUAL', reason: 'it is on the slip: 2,90\nsigned' },
  },
  {
    old: {
      actor: 'admin',
      reason: `refund ${REFUND} of 1.45 EUR: DONE: the milk was sour, by the word of an admin: x`,
    },
    columns: {
      kind: 'refund',
      refund_id: REFUND,
      outcome: 'DONE',
      reason: 'the milk was sour, by the word of an admin: x',
    },
  },
  {
    old: { actor: 'admin', reason: `refund ${REFUND} of 1.45 EUR: NOT_PROCESSED${BY_ADMIN}: asked the bank` },
    columns: { kind: 'refund', refund_id: REFUND, outcome: 'NOT_PROCESSED', reason: 'asked the bank' },
  },
  { old: { reason: 'cancelled by the shopper' }, columns: { kind: 'cancelled' } },
  { old: { reason: 'replaced' }, columns: { kind: 'replaced' } },
  { old: { reason: 'replaced by 1002' }, columns: { kind: 'replaced' } },
  { old: { reason: 'store changed' }, columns: { kind: 'store_changed' } },
  { old: { actor: 'clean-up', reason: 'unchanged for a day' }, columns: { kind: 'expired' } },
  { old: { actor: 'admin', reason: 'store closed to shoppers' }, columns: { kind: 'store_hidden' } },
  { old: { actor: 'admin', reason: 'the goods are in the store' }, columns: { kind: 'delivered' } },
  { old: { reason: 'booked' }, columns: { kind: 'booked' } },
  { old: { reason: 'withdrawn from by the shopper' }, columns: { kind: 'withdrawn' } },
  { old: { reason: 'what is left of 1001 after a withdrawal' }, columns: { kind: 'split_off' } },
  ...['shopper', 'admin', 'clean-up'].map(actor => ({
    old: { actor, reason: 'the account was removed' },
    columns: { kind: 'account_removed' },
  })),
  // What an admin wrote when changing the status by hand.
  ...[
    'it came with the van',
    'booked',
    'replaced by 7',
    'payment attempt 999: MANUAL, by the word of an admin: another order’s',
    `payment attempt ${ATTEMPT}: maybe`,
    'refund 99999999999999999999 of 1.45 EUR: DONE: no such id',
    '…',
  ].map(reason => ({ old: { actor: 'admin', reason }, columns: { kind: 'status_changed', reason } })),
  { old: { actor: 'shopper', reason: null }, columns: { kind: 'status_changed' } },
]

const REVERSALS: Form[] = [
  {
    old: { actor: 'terminal', reason: `payment attempt ${ATTEMPT} given back by refund ${REFUND}: REVERSED` },
    columns: { kind: 'reversal', refund_id: REFUND, outcome: 'REVERSED' },
  },
  {
    old: {
      actor: 'admin',
      reason: `payment attempt ${ATTEMPT} given back by refund ${REFUND}: REVIEW${BY_ADMIN}: seen`,
    },
    columns: { kind: 'reversal', refund_id: REFUND, outcome: 'REVIEW', reason: 'seen' },
  },
]

/** What the columns of these events are, by their sentences. */
async function filledBy(forms: readonly Form[], fill: () => Promise<unknown>): Promise<[Old, unknown][]> {
  const ids = []
  for (const { old } of forms) ids.push(await addSentence(old))
  await fill()
  const found: [Old, unknown][] = []
  for (const [place, { old }] of forms.entries()) found.push([old, await columnsOf(ids[place] ?? 0)])
  return found
}

const expected = (forms: readonly Form[]) => forms.map(({ old, columns }) => [old, { ...NONE, ...columns }])

const context = () => ({ db: database.kysely }) as Context

describe('the history of an order from before its columns', () => {
  test('gets a kind and its facts for every form of sentence', async () => {
    expect(await filledBy(FORMS, () => migrate(database.pool))).toEqual(expected(FORMS))
  })
})

describe('a server of the previous version that still writes sentences', () => {
  beforeEach(() => database.pool.query('DELETE FROM order_event'))

  test('has its events filled in by the clean-up, which then finds nothing more', async () => {
    expect(orders.repairs).toContain(fillOrderEvents)
    const fill = () => fillOrderEvents(context(), 1000)
    expect(await filledBy(FORMS, fill)).toEqual(expected(FORMS))
    expect(await fill()).toBe(0)
    await database.pool.query(`UPDATE refund SET kind = 'reversal', asked_by = NULL, returns_stock = false`)
    expect(await filledBy(REVERSALS, fill)).toEqual(expected(REVERSALS))
  })

  test('does not bring back a name that an erasure cuts at the same moment', async () => {
    const id = await addSentence({ actor: 'admin', reason: 'Maija called' })
    const erasure = await database.pool.connect()
    await erasure.query('BEGIN')
    await erasure.query(`UPDATE order_event SET reason = '… called' WHERE id = $1`, [id])
    const filling = fillOrderEvents(context(), 1000)
    const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await database.pool.query(isWaiting)).rowCount).toBe(1)
    await erasure.query('COMMIT')
    erasure.release()
    expect(await filling).toBe(1)
    expect(await columnsOf(id)).toEqual({ ...NONE, kind: 'status_changed', reason: '… called' })
  })
})
