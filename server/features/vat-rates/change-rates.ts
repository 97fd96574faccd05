import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { inRefusableTransaction } from '#server/http/refusable-transaction.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Transaction } from 'kysely'
import { recordChange, type Author } from '../audit/record-change.ts'
import { findVatClass } from './queries.ts'

type Trx = Transaction<Database>

const rateOf = (percent: number) => Math.round(percent * 100)

/** A class with the rate that it has from today on: no receipt can have used another. */
export const addVatClass = (context: Context, { name, vat }: { name: string; vat: number }, author: Author) =>
  inRefusableTransaction(context.db, async trx => {
    const today = shopDate(author.at)
    const made = await trx
      .insertInto('vat_class')
      .values({ name })
      .onConflict(conflict => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return refuse('form.invalid', { problems: [{ field: 'name', problem: 'taken' }] })
    const rate = { vat_class_id: made.id, valid_from: today, rate_basis_points: rateOf(vat) }
    await trx.insertInto('vat_rate').values(rate).execute()
    const after = { name, rates: { [today]: vat } }
    await recordChange(trx, { kind: 'vatClass', id: made.id, before: null, after, author })
    return shown(trx, made.id, today)
  })

type Dated = { id: number; valid_from: string; author: Author }

/** A rate from a later day on. What holds today, and what receipts used, stays. */
export const addRate = ({ db }: Context, { id, valid_from, author, vat }: Dated & { vat: number }) =>
  inRefusableTransaction(db, async trx => {
    const today = shopDate(author.at)
    if (!(await holdClass(trx, id))) return refuse('notFound')
    if (valid_from <= today) return refuse('vat.begun')
    const added = await trx
      .insertInto('vat_rate')
      .values({ vat_class_id: id, valid_from, rate_basis_points: rateOf(vat) })
      .onConflict(conflict => conflict.columns(['vat_class_id', 'valid_from']).doNothing())
      .returning('valid_from')
      .executeTakeFirst()
    if (!added) return refuse('form.invalid', { problems: [{ field: 'valid_from', problem: 'taken' }] })
    const change = { before: {}, after: { rates: { [valid_from]: vat } }, author }
    await recordChange(trx, { kind: 'vatClass', id, ...change })
    return shown(trx, id, today)
  })

/** Takes back a rate that has not begun. */
export const removeRate = ({ db }: Context, { id, valid_from, author }: Dated) =>
  inRefusableTransaction(db, async trx => {
    const today = shopDate(author.at)
    if (!(await holdClass(trx, id))) return refuse('notFound')
    if (valid_from <= today) return refuse('vat.begun')
    const removed = await trx
      .deleteFrom('vat_rate')
      .where('vat_class_id', '=', id)
      .where('valid_from', '=', valid_from)
      .returning('rate_basis_points')
      .executeTakeFirst()
    if (!removed) return refuse('notFound')
    const before = { rates: { [valid_from]: removed.rate_basis_points / 100 } }
    await recordChange(trx, { kind: 'vatClass', id, before, after: {}, author })
    return shown(trx, id, today)
  })

const holdClass = (trx: Trx, id: number) =>
  trx.selectFrom('vat_class').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** One that is known to be there. */
async function shown(trx: Trx, id: number, today: string) {
  const found = await findVatClass(trx, id, today)
  if (!found) throw new Error(`There is no VAT class ${id}`)
  return found
}
