import * as z from 'zod/mini'
import { missingFoodPart } from '#contract/catalogue/food-information.ts'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, searchText } from '#contract/lists.ts'
import { limitedSchemas, omissible } from '#contract/record-schemas.ts'
import {
  euros,
  freeText,
  id,
  instant,
  lineText,
  nothing,
  pathId,
  quantity,
  revision,
  reason,
} from '#contract/values.ts'
import { EVENT_FIELDS } from '#domain/preorders/event-fields.ts'
import type { RecordOf } from '#domain/record-fields.ts'

const eventName = lineText.check(z.maxLength(10_000))
const eventNames = z.strictObject({ en: eventName, fi: eventName, sv: eventName })
const eventDescription = freeText.check(z.maxLength(10_000))
const eventDescriptions = z.strictObject({ en: eventDescription, fi: eventDescription, sv: eventDescription })
const eventFields = limitedSchemas(EVENT_FIELDS)
const { status } = eventFields

/** The admin's form. Absent fields stay unchanged, or have their initial value. Errors are returned as `form.invalid` with `problems`; see domain/preorders/preorder-event-form.ts. */
const eventForm = {
  names: eventNames,
  descriptions: eventDescriptions,
  ...omissible(EVENT_FIELDS, eventFields),
  /** Only published stores that take pre-orders can be added. */
  store_ids: z.array(id).check(z.maxLength(1000)),
  /** In display order. `per_shopper`: the most that one shopper may have booked. Null: unlimited. */
  products: z
    .array(z.strictObject({ product_id: id, cap: z.nullable(quantity), per_shopper: z.optional(z.nullable(quantity)) }))
    .check(z.maxLength(1000)),
}
export type PreorderEventInput = z.output<z.ZodMiniObject<typeof eventForm>>
export type WholeEventInput = PreorderEventInput & RecordOf<typeof EVENT_FIELDS>

const eventItem = z.object({
  product_id: id,
  name: z.string(),
  unit: z.string(),
  price: euros,
  supplier: z.string(),
  /** Whether shoppers can see it. */
  enabled: z.boolean(),
  cap: z.nullable(quantity),
  per_shopper: z.nullable(quantity),
  booked: quantity,
  remaining: z.nullable(quantity),
  /** Number of pre-orders that contain it and are not cancelled. */
  orders: z.int(),
  /** What distance selling demands of a food and this product lacks. */
  food_missing: z.array(missingFoodPart),
})
export type PreorderEventItem = z.output<typeof eventItem>

export const adminPreorderEvent = z.object({
  names: eventNames,
  descriptions: eventDescriptions,
  ...eventFields,
  id,
  revision,
  order_until: z.nullable(instant),
  stores: z.array(
    z.object({
      store_id: id,
      name: z.string(),
      /** The store is published and takes pre-orders, so shoppers see the event there. */
      takes_preorders: z.boolean(),
      orders: z.int(),
    }),
  ),
  products: z.array(eventItem),
  /** Number of booked pre-orders that are not cancelled. */
  orders: z.int(),
  value: euros,
  created_at: instant,
  updated_at: instant,
})
export type AdminPreorderEvent = z.output<typeof adminPreorderEvent>

const eventRow = z.object({
  id,
  revision,
  name: z.string(),
  ...eventFields,
  order_until: z.nullable(instant),
  stores: z.int(),
  products: z.int(),
  /** Sum over all products, regardless of their units. */
  booked: quantity,
  orders: z.int(),
  value: euros,
})
export type PreorderEventRow = z.output<typeof eventRow>

const eventsQuery = listQuery(['start_date', 'end_date', 'name', 'id'], {
  /** In the names, in any language. */
  q: z.optional(searchText),
  status: z.optional(status),
  /** Only events whose goods can be picked up in this store. */
  store_id: z.optional(pathId),
})

const params = z.object({ id: pathId })

export const adminPreorderEvents = {
  list: endpoint({
    method: 'GET',
    path: 'admin/preorder-events',
    description: 'All pre-order events with what is booked of each, the latest first.',
    access: 'admin',
    reads: ['events'],
    query: eventsQuery,
    answer: pageSchema(eventRow),
    errors: FOR_ADMINS,
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: 'admin/preorder-events.csv',
    description: 'All events that the list would show, on all its pages, as a CSV file for spreadsheets.',
    access: 'admin',
    query: eventsQuery,
    answer: z.string(),
    errors: FOR_ADMINS,
    download: 'csv',
  }),
  exportXlsx: endpoint({
    method: 'GET',
    path: 'admin/preorder-events.xlsx',
    description: 'All events of the list as a spreadsheet.',
    access: 'admin',
    query: eventsQuery,
    answer: z.string(),
    errors: FOR_ADMINS,
    download: 'xlsx',
  }),
  choices: endpoint({
    method: 'GET',
    path: 'admin/preorder-event-choices',
    description: 'The names and dates of all events, the latest first: to choose one.',
    access: 'helper',
    stores: { filter: 'all' },
    reads: ['events'],
    answer: z.array(z.object({ id, name: z.string(), start_date: z.string(), end_date: z.string(), status })),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/preorder-events/:id',
    description: 'One event with its stores and products, and what is booked of each.',
    access: 'admin',
    reads: ['events', 'products'],
    params,
    answer: adminPreorderEvent,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: 'admin/preorder-events',
    description: 'Adds a pre-order event with its days, stores and products.',
    access: 'admin',
    touches: ['events', 'auditLog'],
    body: z.strictObject(eventForm),
    answer: adminPreorderEvent,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/preorder-events/:id',
    description:
      'Saves an event. 409 with the saved one as `current` if it was changed since. `problems` has the number of bookings for a cap below them, and for a product or store with bookings that is left out.',
    access: 'admin',
    touches: ['events', 'auditLog'],
    params,
    body: z.strictObject({ ...eventForm, revision, reason }),
    answer: adminPreorderEvent,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'form.invalid'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/preorder-events/:id',
    description: 'Removes a draft without orders; other events can only be closed.',
    access: 'admin',
    touches: ['events', 'auditLog'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.inUse'],
  }),
}
