import * as z from 'zod/mini'
import { adapterChoice, shownAdapter } from '#contract/adapter-schemas.ts'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, listQuery, pageSchema, searchText, yesOrNo } from '#contract/lists.ts'
import { omissible, recordSchemas } from '#contract/record-schemas.ts'
import { id, instant, lineText, nothing, pathId, revision, reason } from '#contract/values.ts'
import type { RecordOf } from '#domain/record-fields.ts'
import { LOCKS } from '#domain/stores/locks/lock-providers.ts'
import { PAYMENT_MODES, PLAIN_STORE_FIELDS } from '#domain/stores/store-fields.ts'

const paymentMode = z.enum(PAYMENT_MODES)

/** HH:mm, 24:00 only as an end. Validated with the form. */
const timeOfDay = lineText.check(z.maxLength(5))
const weekdayNumber = z.int().check(z.minimum(1), z.maximum(7))
/** Monday is 1; an absent weekday is closed. A closing time at or before the opening time is on the next day. */
const weeklyHours = z
  .array(z.strictObject({ weekday: weekdayNumber, opens_at: timeOfDay, closes_at: timeOfDay }))
  .check(z.maxLength(14))
/** Both null: closed that day. Dates a week or more in the past are neither shown nor changed. */
const hoursExceptions = z
  .array(
    z.strictObject({
      date: lineText.check(z.maxLength(10)),
      opens_at: z.nullable(timeOfDay),
      closes_at: z.nullable(timeOfDay),
    }),
  )
  .check(z.maxLength(1000))

const lockChoice = z.nullable(adapterChoice(LOCKS))
export type LockInput = z.output<typeof lockChoice>

/** The admin's form. Errors are returned as `form.invalid` with `problems`; see domain/stores/store-form.ts. */
const storeForm = {
  ...omissible(PLAIN_STORE_FIELDS, recordSchemas(PLAIN_STORE_FIELDS)),
  /** Null: unknown, so shoppers see no distance. */
  location: z.nullable(z.strictObject({ latitude: z.number(), longitude: z.number() })),
  weekly: weeklyHours,
  exceptions: hoursExceptions,
  /** When someone is in the store, like opening hours. Absent: unchanged. */
  staffed_weekly: z.optional(weeklyHours),
  staffed_exceptions: z.optional(hoursExceptions),
  lock: lockChoice,
}
export type StoreInput = z.output<z.ZodMiniObject<typeof storeForm>>
/** A store's form with all its fields. */
export type WholeStoreInput = StoreInput & RecordOf<typeof PLAIN_STORE_FIELDS> & StaffedInput
type StaffedInput = Pick<AdminStore, 'staffed_weekly' | 'staffed_exceptions'>

/** The products that a new store offers: all enabled ones, none, or those of another store with its alarm limits. */
const storeOffer = z.union([z.enum(['all', 'none']), z.strictObject({ same_as_store_id: id })])
export type StoreOffer = z.output<typeof storeOffer>

const { lock: _input, ...fields } = storeForm
export const adminStore = z.object({
  ...fields,
  ...recordSchemas(PLAIN_STORE_FIELDS),
  staffed_weekly: weeklyHours,
  staffed_exceptions: hoursExceptions,
  id,
  revision,
  lock: z.nullable(shownAdapter),
  archived_at: z.nullable(instant),
  /** It has orders, stock moves or visits, so it can be archived but not removed. */
  has_history: z.boolean(),
  /** Number of products that shoppers can buy there. */
  offers: z.int(),
  created_at: instant,
})
export type AdminStore = z.output<typeof adminStore>

const storeRow = z.object({
  id,
  revision,
  ...recordSchemas(PLAIN_STORE_FIELDS),
  status: z.enum(['published', 'hidden', 'archived']),
  is_open: z.boolean(),
  /** Number of terminals in use. */
  terminals: z.int(),
  lock: z.nullable(z.string()),
})
export type StoreRow = z.output<typeof storeRow>

const storeHours = z.object({
  id,
  name: z.string(),
  revision,
  always_open: z.boolean(),
  weekly: weeklyHours,
  exceptions: hoursExceptions,
})
export type StoreHours = z.output<typeof storeHours>

const sharedHours = {
  /** Each with the revision that the admin saw. */
  stores: z.array(z.strictObject({ id, revision })).check(z.minLength(1), z.maxLength(500)),
  /** Null: each store's own week stays. It has no effect in a store that is always open. */
  weekly: z.nullable(weeklyHours),
  /** Added to the stores' special days; one of the same date is replaced. */
  exceptions: hoursExceptions,
  /** On these dates the stores have no special hours any more. */
  ordinary_dates: z.optional(z.array(day).check(z.maxLength(1000))),
}
export type SharedHoursInput = z.output<z.ZodMiniObject<typeof sharedHours>>

const storeFilters = {
  /** In the name or the address. */
  q: z.optional(searchText),
  status: z.optional(storeRow.shape.status),
  payment_mode: z.optional(paymentMode),
  enable_preorders: z.optional(yesOrNo),
}

const params = z.object({ id: pathId })

export const adminStores = {
  list: endpoint({
    method: 'GET',
    path: 'admin/stores',
    description: 'All stores, including unpublished and archived ones.',
    access: 'admin',
    reads: ['stores'],
    query: listQuery(['name', 'address', 'id'], storeFilters),
    answer: pageSchema(storeRow),
    errors: FOR_ADMINS,
  }),
  choices: endpoint({
    method: 'GET',
    path: 'admin/store-choices',
    description:
      'The names of the stores in which the caller has a right, for choosing one: sorted, archived ones last.',
    access: 'staff',
    stores: { filter: 'all' },
    reads: ['stores'],
    answer: z.array(z.object({ id, name: z.string(), status: storeRow.shape.status, time_zone: z.string() })),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/stores/:id',
    description: 'One store with its opening hours, lock and offer, and its `revision` for a change.',
    access: 'admin',
    reads: ['stores'],
    params,
    answer: adminStore,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  listHours: endpoint({
    method: 'GET',
    path: 'admin/store-hours',
    description:
      'The opening hours of all stores that aren’t archived, by name, for changing those of several stores together.',
    access: 'admin',
    reads: ['stores'],
    answer: z.array(storeHours),
    errors: FOR_ADMINS,
  }),
  shareHours: endpoint({
    method: 'PUT',
    path: 'admin/store-hours',
    description:
      'Saves a week, special days or both in several stores, in all or none. 409 with the hours of all stores as `current` if one was changed since.',
    access: 'admin',
    touches: ['stores', 'auditLog'],
    body: z.strictObject({ ...sharedHours, reason }),
    answer: z.array(storeHours),
    errors: [...CHANGED_BY_ADMINS, 'record.changed', 'form.invalid'],
  }),
  create: endpoint({
    method: 'POST',
    path: 'admin/stores',
    description:
      'A new store, with what it offers; with test payment it gets a test terminal. `store.sellerMissing` as for a change.',
    access: 'admin',
    needsFreshPasskey: 'byTarget',
    touches: ['stores', 'terminals', 'auditLog'],
    body: z.strictObject({ ...storeForm, offer: storeOffer }),
    answer: adminStore,
    errors: [...CHANGED_BY_ADMINS, 'session.signInAgain', 'form.invalid', 'store.notFound', 'store.sellerMissing'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/stores/:id',
    description:
      'Saves a store. 409 with the saved one as `current` if it was changed since. It can’t be unpublished while a payment is under way there, nor be published (`store.sellerMissing`, with `missing`) until the business details are filled in and terms of purchase are published.',
    access: 'admin',
    needsFreshPasskey: 'byTarget',
    touches: ['stores', 'terminals', 'auditLog'],
    params,
    body: z.strictObject({ ...storeForm, revision, reason }),
    answer: adminStore,
    errors: [
      ...CHANGED_BY_ADMINS,
      'session.signInAgain',
      'notFound',
      'record.changed',
      'form.invalid',
      'store.paymentsOpen',
      'store.archived',
      'store.sellerMissing',
    ],
  }),
  archive: endpoint({
    method: 'PUT',
    path: 'admin/stores/:id/archived',
    description:
      'Archives a store, which hides it from shoppers and cancels orders at checkout, or restores it unpublished. Refused while a payment is under way or pre-orders are open there.',
    access: 'admin',
    touches: ['stores', 'terminals', 'auditLog'],
    params,
    body: z.strictObject({ archived: z.boolean(), revision, reason }),
    answer: adminStore,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'store.paymentsOpen', 'store.preordersWaiting'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/stores/:id',
    description: 'Removes a store without any records; others can only be archived.',
    access: 'admin',
    touches: ['stores', 'terminals', 'auditLog'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.inUse'],
  }),
}
