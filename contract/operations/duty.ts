import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, yesOrNo } from '#contract/lists.ts'
import { id, instant, longId, longPathId, nothing, pathId, reason } from '#contract/values.ts'
import { ALERT_CAUSE_NAMES } from '#domain/operations/duty/alert-causes.ts'
import { CALL_CHANNELS } from '#domain/operations/duty/call-plan.ts'

const alertCause = z.enum(ALERT_CAUSE_NAMES)
const callChannel = z.enum(CALL_CHANNELS)

/** What is, or was, wrong, and who was called for it. */
const alert = z.object({
  id: longId,
  cause: alertCause,
  /** In the language of the call: what is wrong, and what to do. */
  title: z.string(),
  remedy: z.string(),
  /** Null: the whole shop. */
  store: z.nullable(z.object({ id, name: z.string(), time_zone: z.string() })),
  opened_at: instant,
  acknowledged_at: z.nullable(instant),
  acknowledged_by: z.nullable(z.string()),
  cleared_at: z.nullable(instant),
  calls: z.array(
    z.object({ email: z.nullable(z.string()), channel: callChannel, kind: z.enum(['call', 'all_clear']), at: instant }),
  ),
})
export type Alert = z.output<typeof alert>

/** HH:mm by the store's clock. */
const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))
const dutyHours = z.nullable(z.strictObject({ from: timeOfDay, until: timeOfDay }))
const dutyContact = z.strictObject({
  user_id: id,
  step: z.int().check(z.minimum(1), z.maximum(3)),
  channels: z.array(callChannel).check(z.minLength(1), z.maxLength(3)),
  /** Null: at any time. */
  hours: dutyHours,
})
const dutyRules = {
  escalate_after_minutes: z.int().check(z.minimum(5), z.maximum(240)),
  /** When causes that can wait until the morning are not called; null: never. */
  quiet_hours: dutyHours,
  disabled_causes: z.array(alertCause).check(z.maxLength(ALERT_CAUSE_NAMES.length)),
  /** Without one, all admins are emailed and notified. */
  contacts: z.array(dutyContact).check(z.maxLength(20)),
}
/** 0: never saved. */
const dutyRevision = z.int().check(z.minimum(0))

const duty = z.object({
  store: z.object({ id, name: z.string() }),
  revision: dutyRevision,
  ...dutyRules,
  /** Who can be called: admins, and keepers and helpers of the store, for what their right includes; no one who is blocked. */
  contact_choices: z.array(z.object({ id, email: z.string(), has_phone: z.boolean(), has_push: z.boolean() })),
})
export type Duty = z.output<typeof duty>

const dutyInput = z.strictObject({ revision: dutyRevision, ...dutyRules, reason })
export type DutyInput = z.output<typeof dutyInput>

const params = z.object({ id: pathId })

export const duties = {
  alerts: endpoint({
    method: 'GET',
    path: 'admin/alerts',
    description: 'What is or was wrong in the stores, newest first, with everybody who was called.',
    access: 'keeper',
    stores: { filter: 'query.store' },
    reads: ['alerts'],
    query: listQuery(['opened_at'], { store: z.optional(pathId), is_open: z.optional(yesOrNo) }),
    answer: pageSchema(alert),
    errors: FOR_ADMINS,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: 'admin/alerts/:id/acknowledge',
    description: 'Acknowledges an alert: no one else is called for it. A second call changes nothing.',
    access: 'keeper',
    stores: { record: 'alert', at: 'params.id' },
    touches: ['alerts'],
    params: z.object({ id: longPathId }),
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/duty',
    description: 'Who is called when something is wrong in a store, when, and by which channels.',
    access: 'admin',
    reads: ['alerts'],
    params,
    answer: duty,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  save: endpoint({
    method: 'PUT',
    path: 'admin/stores/:id/duty',
    description: 'Replaces who is called for a store, and the rules of calling.',
    access: 'admin',
    touches: ['alerts', 'auditLog'],
    params,
    body: dutyInput,
    answer: duty,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'form.invalid'],
  }),
  testCall: endpoint({
    method: 'POST',
    path: 'admin/stores/:id/duty/test',
    description: 'Makes a test call to the first step of a store’s contacts, also at quiet times.',
    access: 'admin',
    touches: ['alerts'],
    params,
    answer: z.object({ calls: z.int() }),
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'rate.limited'],
  }),
}
