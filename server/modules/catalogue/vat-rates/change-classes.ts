import { shopDate } from '#domain/shop-date.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse, inRefusableTransaction } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { percentToBasisPoints, getVatClass, lockVatClass } from './change-rates.ts'
import { findVatClass } from './queries.ts'

const nameTaken = () => refuse('form.invalid', { problems: [{ field: 'name', problem: 'taken' }] })

/** Adds a class with its rate from today on: no receipt can have used another. */
export const addVatClass = (context: Context, { name, vat }: { name: string; vat: number }, author: Author) =>
  inRefusableTransaction(context.db, async trx => {
    const today = shopDate(author.at)
    const made = await trx
      .insertInto('vat_class')
      .values({ name })
      .onConflict(conflict => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return nameTaken()
    const rate = { vat_class_id: made.id, valid_from: today, rate_basis_points: percentToBasisPoints(vat) }
    await trx.insertInto('vat_rate').values(rate).execute()
    const after = { name, rates: { [today]: vat } }
    await recordChange(trx, { kind: 'vatClass', id: made.id, before: null, after, author })
    return getVatClass(trx, made.id, today)
  })

type RenameInput = { id: number; name: string; revision: number }

/** Renames a class. Receipts show rates, not classes: no receipt changes. */
export const renameVatClass = ({ db }: Context, { id, name, revision }: RenameInput, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const today = shopDate(author.at)
    const before = await lockVatClass(trx, id)
    if (!before) return refuse('notFound')
    if (before.revision !== revision) return refuse('record.changed', { current: await findVatClass(trx, id, today) })
    if (await isNameTaken(trx, { id, name })) return nameTaken()
    const change = { before: { name: before.name }, after: { name }, author }
    if (await recordChange(trx, { kind: 'vatClass', id, ...change })) {
      await trx
        .updateTable('vat_class')
        .set({ name, revision: revision + 1 })
        .where('id', '=', id)
        .execute()
    }
    return getVatClass(trx, id, today)
  })

const isNameTaken = async (trx: Trx, { id, name }: { id: number; name: string }) =>
  (await trx.selectFrom('vat_class').select('id').where('name', '=', name).where('id', '<>', id).executeTakeFirst()) !==
  undefined

/** Removes a class that no product has or had, with its rates: no receipt can have used them. */
export const removeVatClass = ({ db }: Context, { id, author }: { id: number; author: Author }) =>
  inRefusableTransaction(db, async trx => {
    if (!(await lockVatClass(trx, id))) return refuse('notFound')
    const { name, is_used: isUsed, rates } = await getVatClass(trx, id, shopDate(author.at))
    if (isUsed) return refuse('record.inUse')
    await trx.deleteFrom('vat_rate').where('vat_class_id', '=', id).execute()
    await trx.deleteFrom('vat_class').where('id', '=', id).execute()
    const before = { name, rates: Object.fromEntries(rates.map(({ valid_from, vat }) => [valid_from, vat])) }
    await recordChange(trx, { kind: 'vatClass', id, before, after: null, author })
    return {}
  })
