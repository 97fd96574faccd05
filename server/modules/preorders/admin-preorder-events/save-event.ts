import { sql } from 'kysely'
import type {
  PreorderEventInput,
  WholeEventInput,
  AdminPreorderEvent,
} from '#contract/preorders/admin-preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { Facts } from '#domain/field-changes.ts'
import { EVENT_FIELDS } from '#domain/preorders/event-fields.ts'
import { bookingProblems, type EventProblem, eventProblems } from '#domain/preorders/preorder-event-form.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { newRecord, withForm } from '#domain/record-fields.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { findFoodLanguages, findMissingFood } from '#server/modules/catalogue/food-information/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { jsonRecordset, anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { EVENT_COLUMNS } from './list-events.ts'
import { getEvent } from './queries.ts'

type EventToSave = { form: PreorderEventInput; language: LanguageCode }

const NOTHING_YET = { store_ids: [], products: [] }

export async function addEvent({ db }: Context, { form: typed, language }: EventToSave, author: Author) {
  const form = { ...typed, ...newRecord(EVENT_FIELDS, typed) }
  const problems = eventProblems(form, SHOP_TIME_ZONE)
  if (problems.length > 0) return refuse('form.invalid', { problems })
  return inRefusableTransaction(db, async trx => {
    const unfit = [...(await unfitAdditions(trx, form, NOTHING_YET)), ...(await foodProblems(trx, form, NOTHING_YET))]
    if (unfit.length > 0) return refuse('form.invalid', { problems: unfit })
    const columns = { ...eventColumns(form), created_at: author.at, updated_at: author.at }
    const { id } = await trx.insertInto('preorder_event').values(columns).returning('id').executeTakeFirstOrThrow()
    await writeStores(trx, id, form.store_ids)
    await writeItems(trx, id, form.products)
    await recordChange(trx, { kind: 'preorder_event', id, before: null, after: eventFacts(form), author })
    return getEvent(trx, { id, language })
  })
}

/**
 * Locks the event and then its products, in the order of product ids like every booking: the booked quantities don't change until
 * the commit. Returns the revision.
 */
async function lockEvent(trx: Trx, id: number): Promise<number | undefined> {
  const event = trx.selectFrom('preorder_event').select('revision').where('id', '=', id).forNoKeyUpdate()
  const row = await event.executeTakeFirst()
  const items = trx.selectFrom('preorder_event_item').select('product_id').where('event_id', '=', id)
  if (row) await items.orderBy('product_id').forUpdate().execute()
  return row?.revision
}

type SaveEventInput = EventToSave & { id: number; revision: number }

/** Saves a form that began from the newest revision, as far as existing bookings allow. */
export async function changeEvent(
  { db }: Context,
  { id, revision, form: typed, language }: SaveEventInput,
  author: Author,
) {
  return inRefusableTransaction(db, async trx => {
    const locked = await lockEvent(trx, id)
    if (locked === undefined) return refuse('notFound')
    const current = await getEvent(trx, { id, language })
    // Checked before the form's mistakes: a form that is out of date must be reviewed in any case.
    if (locked !== revision) return refuse('record.changed', { current })
    const before = toEventInput(current)
    const form = { ...typed, ...withForm(EVENT_FIELDS, before, typed) }
    // While the event was not open, its products could become products of another type.
    const opens = form.status === 'open' && before.status !== 'open'
    const compared = opens ? { ...before, products: [] } : before
    const problems = [
      ...eventProblems(form, SHOP_TIME_ZONE),
      ...bookingProblems(form, current),
      ...(await unfitAdditions(trx, form, compared)),
      ...(await foodProblems(trx, form, compared)),
    ]
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const change = { before: eventFacts(before), after: eventFacts(form) }
    if (await recordChange(trx, { kind: 'preorder_event', id, ...change, author })) {
      const columns = { ...eventColumns(form), revision: revision + 1, updated_at: author.at }
      await trx.updateTable('preorder_event').set(columns).where('id', '=', id).execute()
      await writeStores(trx, id, form.store_ids)
      await writeItems(trx, id, form.products)
    }
    return getEvent(trx, { id, language })
  })
}

type EventContents = Pick<PreorderEventInput, 'store_ids' | 'products'>

/**
 * Added products and stores that can't take part in an event. Existing ones may stay. Locks the added products until the commit.
 */
async function unfitAdditions(trx: Trx, form: EventContents, before: EventContents): Promise<EventProblem[]> {
  const formerIds = new Set(before.products.map(({ product_id }) => product_id))
  const productIds = form.products.map(({ product_id }) => product_id).filter(id => !formerIds.has(id))
  const storeIds = form.store_ids.filter(id => !before.store_ids.includes(id))
  const products = await trx
    .selectFrom('product')
    .select(['id', 'product_type'])
    .where('id', '=', anyId(productIds))
    .orderBy('id')
    .forShare()
    .execute()
  const stores = await trx
    .selectFrom('store')
    .select(['id', sql<boolean>`published AND enable_preorders`.as('fits')])
    .where('id', '=', anyId(storeIds))
    .execute()
  return [
    ...storeIds.flatMap(id => toProblems(`stores.${id}`, stores.find(store => store.id === id)?.fits, 'noPreorders')),
    ...productIds.flatMap(id => {
      const type = products.find(product => product.id === id)?.product_type
      return toProblems(`items.${id}`, type && type === 'preorder', 'notPreorder')
    }),
  ]
}

/**
 * The foods that an open event may not begin to sell: they lack what Article 14 of Regulation (EU) No 1169/2011 demands before the
 * purchase. What an open event sells already stays, and the event's page warns of it.
 */
async function foodProblems(
  trx: Trx,
  form: EventContents & Pick<WholeEventInput, 'status'>,
  before: EventContents,
): Promise<EventProblem[]> {
  if (form.status !== 'open') return []
  const formerIds = new Set(before.products.map(({ product_id }) => product_id))
  const productIds = form.products.map(({ product_id }) => product_id).filter(id => !formerIds.has(id))
  const languages = await findFoodLanguages(trx, form.store_ids)
  const lacking = await findMissingFood(trx, { productIds, languages })
  return [...lacking].map(([id, missing]) => ({ field: `items.${id}`, problem: 'foodMissing', missing }))
}

const toProblems = (field: string, fits: boolean | undefined, problem: 'noPreorders' | 'notPreorder'): EventProblem[] =>
  fits ? [] : [{ field, problem: fits === undefined ? 'unknown' : problem }]

/** The columns of the event's own row. */
const eventColumns = (form: WholeEventInput) => ({
  names: form.names,
  descriptions: form.descriptions,
  ...EVENT_COLUMNS.toRow(form),
})

/** The part of an event that the form edits. */
export const toEventInput = (event: AdminPreorderEvent): WholeEventInput => ({
  names: event.names,
  descriptions: event.descriptions,
  ...withForm(EVENT_FIELDS, event),
  store_ids: event.stores.map(({ store_id }) => store_id),
  products: event.products.map(({ product_id, cap, per_shopper }) => ({ product_id, cap, per_shopper })),
})

/** An event as the audit log compares it: each product with its cap, and the order of the products. */
export function eventFacts(form: WholeEventInput): Facts {
  const { store_ids, products } = form
  const caps = products.map(({ product_id, cap }) => [product_id, cap ?? 'unlimited'])
  const limits = products.flatMap(({ product_id, per_shopper: max }) => (max == null ? [] : [[product_id, max]]))
  return {
    names: form.names,
    descriptions: form.descriptions,
    // Instants in one spelling, however they were sent.
    ...EVENT_COLUMNS.toRecord(EVENT_COLUMNS.toRow(form)),
    stores: store_ids.toSorted((one, other) => one - other),
    products: Object.fromEntries(caps),
    per_shopper: Object.fromEntries(limits),
    product_order: products.map(({ product_id }) => product_id),
  }
}

/** Replaces the stores where the event's goods are picked up. */
async function writeStores(trx: Trx, eventId: number, storeIds: readonly number[]): Promise<void> {
  const ids = sql`${[...storeIds]}::integer[]`
  await sql`DELETE FROM preorder_event_store WHERE event_id = ${eventId} AND store_id <> ALL (${ids})`.execute(trx)
  await sql`
    INSERT INTO preorder_event_store (event_id, store_id)
    SELECT ${eventId}::integer, store_id FROM unnest(${ids}) AS store_id
    ORDER BY store_id ON CONFLICT DO NOTHING`.execute(trx)
}

/** Replaces the products that the event sells. Never writes the booked quantities: they follow from the orders. */
async function writeItems(trx: Trx, eventId: number, products: PreorderEventInput['products']): Promise<void> {
  const rows = products.map(({ product_id, cap, per_shopper: max }, position) => ({
    product_id,
    position,
    cap_thousandths: cap === null ? null : thousandthsFromQuantity(cap),
    per_shopper_thousandths: max == null ? null : thousandthsFromQuantity(max),
  }))
  const ids = rows.map(({ product_id }) => product_id)
  await sql`
    DELETE FROM preorder_event_item
    WHERE event_id = ${eventId} AND product_id <> ALL (${ids}::integer[])`.execute(trx)
  await sql`
    INSERT INTO preorder_event_item (event_id, product_id, position, cap_thousandths, per_shopper_thousandths)
    SELECT ${eventId}::integer, product_id, position, cap_thousandths, per_shopper_thousandths
    FROM ${jsonRecordset(rows, 'product_id integer, position integer, cap_thousandths bigint, per_shopper_thousandths bigint')}
    ORDER BY product_id
    ON CONFLICT (event_id, product_id)
    DO UPDATE SET position = excluded.position, cap_thousandths = excluded.cap_thousandths,
      per_shopper_thousandths = excluded.per_shopper_thousandths
    WHERE (preorder_event_item.position, preorder_event_item.cap_thousandths, preorder_event_item.per_shopper_thousandths)
      IS DISTINCT FROM (excluded.position, excluded.cap_thousandths, excluded.per_shopper_thousandths)`.execute(trx)
}

type RemoveEventInput = { id: number; language: LanguageCode }

/** Removes a draft that no order refers to, not even a cancelled one. */
export async function removeEvent({ db }: Context, { id, language }: RemoveEventInput, author: Author) {
  return inRefusableTransaction(db, async trx => {
    // A concurrent order in the event waits for this lock, and then finds no such event.
    const row = await trx
      .selectFrom('preorder_event')
      .select('status')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('notFound')
    const { orders } = await trx
      .selectFrom('customer_order')
      .select(({ fn }) => fn.countAll<number>().as('orders'))
      .where('preorder_event_id', '=', id)
      .executeTakeFirstOrThrow()
    const event = await getEvent(trx, { id, language })
    const isBooked = orders > 0 || event.products.some(({ booked }) => booked > 0)
    if (row.status !== 'draft' || isBooked) return refuse('record.inUse', { orders })
    await recordChange(trx, {
      kind: 'preorder_event',
      id,
      before: eventFacts(toEventInput(event)),
      after: null,
      author,
    })
    const chosen = trx.updateTable('app_user').set({ active_preorder_event_id: null })
    await chosen.where('active_preorder_event_id', '=', id).execute()
    await trx.deleteFrom('preorder_event').where('id', '=', id).execute()
    return {}
  })
}
