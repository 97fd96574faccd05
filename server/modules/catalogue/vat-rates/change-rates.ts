import { sql } from 'kysely'
import type { DatedVatClass } from '#contract/catalogue/vat-rates.ts'
import { shopDate } from '#domain/shop-date.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findVatClass } from './queries.ts'

type VatRateInput = DatedVatClass['rates'][number]

export const percentToBasisPoints = (percent: number) => Math.round(percent * 100)

type DatedRate = { id: number; valid_from: string; author: Author }

/** Adds a rate from a later day on. Today's rate, and rates that receipts used, stay. */
export const addRate = ({ db }: Context, { id, valid_from, author, vat }: DatedRate & { vat: number }) =>
  inRefusableTransaction(db, async trx => {
    const today = shopDate(author.at)
    if (!(await lockVatClass(trx, id))) return refuse('notFound')
    if (valid_from <= today) return refuse('vat.startInPast')
    const added = await trx
      .insertInto('vat_rate')
      .values({ vat_class_id: id, valid_from, rate_basis_points: percentToBasisPoints(vat) })
      .onConflict(conflict => conflict.columns(['vat_class_id', 'valid_from']).doNothing())
      .returning('valid_from')
      .executeTakeFirst()
    if (!added) return refuse('form.invalid', { problems: [{ field: 'valid_from', problem: 'taken' }] })
    const change = { before: {}, after: { rates: { [valid_from]: vat } }, author }
    await recordChange(trx, { kind: 'vatClass', id, ...change })
    return getVatClass(trx, id, today)
  })

/** Corrects the percentage of a rate that no sale has used, whether it is in force or not. */
export const correctRate = ({ db }: Context, change: DatedRate & { vat: number; previous_vat: number }) =>
  inRefusableTransaction(db, async trx => {
    const { id, valid_from, vat, previous_vat, author } = change
    const found = await lockVatRate(trx, change)
    if (!found) return refuse('notFound')
    if (found.rate.vat !== previous_vat) return refuse('record.changed', { current: found.vatClass })
    if (found.rate.is_used) return refuse('vat.used')
    await trx
      .updateTable('vat_rate')
      .set({ rate_basis_points: percentToBasisPoints(vat) })
      .where('vat_class_id', '=', id)
      .where('valid_from', '=', valid_from)
      .execute()
    return noteCorrection(trx, { id, rate: found.rate, now: vat, author })
  })

/** Removes a rate that no sale has used, if another rate is in force today. */
export const removeRate = ({ db }: Context, change: DatedRate) =>
  inRefusableTransaction(db, async trx => {
    const { id, valid_from, author } = change
    const found = await lockVatRate(trx, change)
    if (!found) return refuse('notFound')
    const { rate, vatClass } = found
    if (rate.is_used) return refuse('vat.used')
    const started = vatClass.rates.filter(({ state }) => state !== 'future')
    if (rate.state !== 'future' && started.length === 1) return refuse('vat.onlyRate')
    await trx.deleteFrom('vat_rate').where('vat_class_id', '=', id).where('valid_from', '=', valid_from).execute()
    return noteCorrection(trx, { id, rate, now: null, author })
  })

async function lockVatRate(trx: Trx, { id, valid_from, author }: DatedRate) {
  if (!(await lockVatClass(trx, id))) return undefined
  const vatClass = await getVatClass(trx, id, shopDate(author.at))
  const rate = vatClass.rates.find(each => each.valid_from === valid_from)
  return rate && { vatClass, rate }
}

type RateCorrection = { id: number; rate: VatRateInput; now: number | null; author: Author }

/**
 * Records the correction in the audit log. Where the rate was in force, orders priced by it are checked when they are paid, and
 * the lists of shoppers are rebuilt at once.
 */
async function noteCorrection(trx: Trx, { id, rate, now, author }: RateCorrection) {
  const { valid_from: day, vat, state } = rate
  const change = { before: { rates: { [day]: vat } }, after: now === null ? {} : { rates: { [day]: now } }, author }
  const isChanged = await recordChange(trx, { kind: 'vatClass', id, ...change })
  if (isChanged && state !== 'future') {
    // By the clock of the database, as in orders.
    await trx
      .updateTable('vat_class')
      .set({ corrected_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await bumpCatalogue(trx, 'all')
  }
  return getVatClass(trx, id, shopDate(author.at))
}

/** Locks the class against other changes of it and against new products of it. */
export const lockVatClass = (trx: Trx, id: number) =>
  trx.selectFrom('vat_class').select(['id', 'name', 'revision']).where('id', '=', id).forUpdate().executeTakeFirst()

/** The class, which must exist: throws otherwise. */
export async function getVatClass(trx: Trx, id: number, today: string) {
  const found = await findVatClass(trx, id, today)
  if (!found) throw new Error(`There is no VAT class ${id}`)
  return found
}
