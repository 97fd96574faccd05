import { sql } from 'kysely'
import { reasonSealInSql } from '#server/platform/audit-log/hash-chain.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** The person whose address and number are cut out of what admins wrote. */
export type RedactedPerson = { id: number; email: string; phone: string | null }

/** Replaces a text that was cut out. */
export const REDACTION_MARK = '…'
/**
 * The replacement in the query of a saved view, which may contain only the characters of a URL: otherwise the view couldn't be
 * shown.
 */
const REDACTED_IN_QUERY = encodeURIComponent(REDACTION_MARK)
const COUNTRY_CODE = /^\+(358|46)/

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Allows spaces and hyphens between the digits, as people write numbers. */
const spacedDigits = (digits: string) =>
  digits
    .split('')
    .map(escapeRegExp)
    .join(String.raw`[\s-]*`)

/** Matches a person's address, plain or URL-encoded, and number, in its national and international forms. */
function personPattern({ email, phone }: Omit<RedactedPerson, 'id'>): RegExp {
  const numbers = phone === null ? [] : [phone, phone.replace('+', '00'), phone.replace('+', '%2B'), phone.slice(1)]
  const atHome = phone !== null && COUNTRY_CODE.test(phone) ? [phone.replace(COUNTRY_CODE, '0')] : []
  const patterns = [
    escapeRegExp(email),
    escapeRegExp(encodeURIComponent(email)),
    ...[...numbers, ...atHome].map(spacedDigits),
  ]
  return new RegExp(patterns.join('|'), 'gi')
}

export const redactFrom = (text: string, person: Omit<RedactedPerson, 'id'>, mark = REDACTION_MARK): string =>
  text.replaceAll(personPattern(person), mark)

/**
 * Deletes what admins wrote about the person's account, and cuts the address and number out of what they wrote about the orders.
 */
export async function redactTexts(trx: Trx, person: RedactedPerson): Promise<void> {
  const { id } = person
  await sql`UPDATE audit_entry SET reason = NULL WHERE kind = 'user' AND record_id = ${id}::integer`.execute(trx)
  const userOrders = sql`SELECT id FROM customer_order WHERE user_id = ${id}::integer`
  await cutIn(trx, person, {
    table: 'audit_entry',
    column: 'reason',
    where: sql`kind = 'order' AND record_id IN (${userOrders})`,
  })
  await removeSalts(
    trx,
    sql`(entry.kind = 'user' AND entry.record_id = ${id}::integer)
    OR (entry.kind = 'order' AND entry.record_id IN (${userOrders}))`,
  )
  await cutIn(trx, person, { table: 'order_event', column: 'reason', where: sql`order_id IN (${userOrders})` })
  await cutIn(trx, person, { table: 'refund', column: 'reason', where: sql`order_id IN (${userOrders})` })
  // Moves of returned goods contain the reason of the refund.
  await cutIn(trx, person, {
    table: 'stock_move',
    column: 'reason',
    where: sql`refund_line_id IN (SELECT part.id FROM refund_line part JOIN refund ON refund.id = part.refund_id
      WHERE refund.order_id IN (${userOrders}))`,
  })
  const withdrawalText = { table: 'preorder_withdrawal', column: 'settled_reason', key: 'order_id' }
  await cutIn(trx, person, { ...withdrawalText, where: sql`user_id = ${id}::integer` })
  await cutIn(trx, person, { table: 'saved_view', column: 'query', cut: REDACTED_IN_QUERY, where: sql`true` })
  await cutIn(trx, person, { table: 'saved_view', column: 'name', where: sql`true` })
}

/**
 * The text cut out of a reason must not be found by brute force, so the salt of the reason's seal is deleted; the rest of the
 * entry stays sealed.
 */
const removeSalts = (trx: Trx, idsQuery: ReturnType<typeof sql>) =>
  sql`UPDATE audit_chain seal SET salt = NULL FROM audit_entry entry
    WHERE entry.id = seal.entry_id AND (${idsQuery}) AND seal.salt IS NOT NULL
      AND ${reasonSealInSql} <> seal.reason_sha256`.execute(trx)

type TextColumn = { table: string; column: string; key?: string; cut?: string; where: ReturnType<typeof sql> }

async function cutIn(
  trx: Trx,
  person: RedactedPerson,
  { table, column, key = 'id', cut, where }: TextColumn,
): Promise<void> {
  const { rows } = await sql<{ key: number; text: string | null }>`
    SELECT ${sql.id(key)} AS key, ${sql.id(column)} AS text FROM ${sql.id(table)} WHERE ${where}`.execute(trx)
  for (const row of rows) {
    const text = row.text === null ? null : redactFrom(row.text, person, cut)
    if (text === row.text) continue
    await sql`UPDATE ${sql.id(table)} SET ${sql.id(column)} = ${text} WHERE ${sql.id(key)} = ${row.key}`.execute(trx)
  }
}
