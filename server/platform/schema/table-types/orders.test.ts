import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { ATTEMPT_STATES, HOLDS_ORDER, HOLDS_TERMINAL, HOLDS_USER } from '#domain/payments/attempt-states.ts'
import { OPEN_REFUND_STATES, REFUND_STATES } from '#domain/payments/refund-states.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'

let database: DatabaseHandle

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const namesIn = (rule: string) => new Set(Array.from(rule.matchAll(/'(\w+)'::text/g), ([, name]) => name))

async function checkedValues(table: string, column: string) {
  const { rows } = await database.pool.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1`,
    [`${table}_${column}_check`],
  )
  return namesIn(rows[0]?.rule ?? '')
}

async function fencedStates(index: string) {
  const { rows } = await database.pool.query<{ rule: string }>(
    `select pg_get_expr(indpred, indrelid) as rule from pg_index where indexrelid = $1::regclass and indisunique`,
    [index],
  )
  return namesIn(rows[0]?.rule ?? '')
}

test('the schema accepts exactly the statuses and states that the domain defines', async () => {
  expect(await checkedValues('customer_order', 'status')).toEqual(new Set(ORDER_STATUSES))
  expect(await checkedValues('payment_attempt', 'state')).toEqual(new Set(ATTEMPT_STATES))
  expect(await checkedValues('refund', 'state')).toEqual(new Set(REFUND_STATES))
})

test.each([
  ['one_per_order', HOLDS_ORDER],
  ['one_holds_terminal', HOLDS_TERMINAL],
  ['one_per_user', HOLDS_USER],
])('the unique index on attempts %s covers exactly the states that hold it', async (fence, states) => {
  expect(await fencedStates(`attempt_${fence}`)).toEqual(new Set(states))
})

test('the unique index on open refunds per payment covers exactly the open states', async () => {
  expect(await fencedStates('refund_one_open_per_attempt')).toEqual(new Set(OPEN_REFUND_STATES))
})
