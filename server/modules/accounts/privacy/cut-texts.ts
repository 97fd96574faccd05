import type { Database } from '#server/platform/schema/tables.ts'
import { reasonSealInSql } from '#server/platform/audit-log/hash-chain.ts'
import { sql, type Transaction } from 'kysely'

type Trx = Transaction<Database>
/** Whose address and number may stand in what admins wrote. */
export type Person = { id: number; email: string; phone: string | null }

/** Stands where something was cut out. */
export const CUT = '…'
/** In the query of a saved view, which has the signs of an address alone: else nobody could be shown the view. */
const CUT_IN_QUERY = encodeURIComponent(CUT)
const COUNTRY = /^\+(358|46)/

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** With spaces and hyphens between the digits, as people write numbers. */
const spaced = (digits: string) =>
  digits
    .split('')
    .map(escaped)
    .join(String.raw`[\s-]*`)

/** Finds a person's address, plain or as in a URL, and number, as it is written at home and abroad. */
export function traceOf({ email, phone }: Omit<Person, 'id'>): RegExp {
  const numbers = phone === null ? [] : [phone, phone.replace('+', '00'), phone.replace('+', '%2B'), phone.slice(1)]
  const atHome = phone !== null && COUNTRY.test(phone) ? [phone.replace(COUNTRY, '0')] : []
  const words = [escaped(email), escaped(encodeURIComponent(email)), ...[...numbers, ...atHome].map(spaced)]
  return new RegExp(words.join('|'), 'gi')
}

export const cutFrom = (text: string, person: Omit<Person, 'id'>, cut = CUT): string =>
  text.replaceAll(traceOf(person), cut)

/** What admins wrote of the person's account goes, and what they wrote of the orders loses address and number. */
export async function cutTexts(trx: Trx, person: Person): Promise<void> {
  const { id } = person
  await sql`UPDATE audit_entry SET reason = NULL WHERE kind = 'user' AND record_id = ${id}::integer`.execute(trx)
  const mine = sql`SELECT id FROM customer_order WHERE user_id = ${id}::integer`
  await cutIn(trx, person, {
    table: 'audit_entry',
    column: 'reason',
    where: sql`kind = 'order' AND record_id IN (${mine})`,
  })
  await giveUpSeals(
    trx,
    sql`(entry.kind = 'user' AND entry.record_id = ${id}::integer)
    OR (entry.kind = 'order' AND entry.record_id IN (${mine}))`,
  )
  await cutIn(trx, person, { table: 'order_event', column: 'reason', where: sql`order_id IN (${mine})` })
  await cutIn(trx, person, { table: 'refund', column: 'reason', where: sql`order_id IN (${mine})` })
  // Goods that came back say why.
  await cutIn(trx, person, {
    table: 'stock_move',
    column: 'reason',
    where: sql`refund_line_id IN (SELECT part.id FROM refund_line part JOIN refund ON refund.id = part.refund_id
      WHERE refund.order_id IN (${mine}))`,
  })
  const ofWithdrawal = { table: 'preorder_withdrawal', column: 'settled_reason', key: 'order_id' }
  await cutIn(trx, person, { ...ofWithdrawal, where: sql`user_id = ${id}::integer` })
  await cutIn(trx, person, { table: 'saved_view', column: 'query', cut: CUT_IN_QUERY, where: sql`true` })
  await cutIn(trx, person, { table: 'saved_view', column: 'name', where: sql`true` })
}

/** What was cut out of a reason is not to be found by trying, so that its seal goes too; the rest of the entry stays sealed. */
const giveUpSeals = (trx: Trx, which: ReturnType<typeof sql>) =>
  sql`UPDATE audit_seal seal SET salt = NULL FROM audit_entry entry
    WHERE entry.id = seal.entry_id AND (${which}) AND seal.salt IS NOT NULL
      AND ${reasonSealInSql} <> seal.reason_sha256`.execute(trx)

type Place = { table: string; column: string; key?: string; cut?: string; where: ReturnType<typeof sql> }

async function cutIn(trx: Trx, person: Person, { table, column, key = 'id', cut, where }: Place): Promise<void> {
  const { rows } = await sql<{ key: number; text: string | null }>`
    SELECT ${sql.id(key)} AS key, ${sql.id(column)} AS text FROM ${sql.id(table)} WHERE ${where}`.execute(trx)
  for (const row of rows) {
    const text = row.text === null ? null : cutFrom(row.text, person, cut)
    if (text === row.text) continue
    await sql`UPDATE ${sql.id(table)} SET ${sql.id(column)} = ${text} WHERE ${sql.id(key)} = ${row.key}`.execute(trx)
  }
}
