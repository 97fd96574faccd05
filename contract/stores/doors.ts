import * as z from 'zod/mini'
import { BEFORE_PASSKEY, CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { id, instant, pathId } from '#contract/values.ts'
import { LOCK_FINDINGS } from '#domain/stores/lock-health.ts'

/** `unreachable`, `busy`: a retry may succeed. `broken`: the lock needs attention first. */
export const DOOR_FAULTS = ['unreachable', 'busy', 'broken'] as const
export type DoorFault = (typeof DOOR_FAULTS)[number]

export const doorCode = z.object({
  store_id: id,
  /** `pending`: the lock has not stored the code yet. */
  state: z.enum(['pending', 'active', 'failed']),
  /** Six or eight digits, depending on the kind of lock; null until the lock has them. */
  code: z.nullable(z.string()),
  expires_at: instant,
  /** Time until `expires_at`, independent of the phone’s clock. */
  seconds_left: z.int(),
  /** Only set for a failed code. */
  fault: z.nullable(z.enum(DOOR_FAULTS)),
})
export type DoorCode = z.output<typeof doorCode>

const doorAnswer = z.object({ door_code: z.nullable(doorCode) })

export const doorCodes = {
  get: endpoint({
    method: 'GET',
    path: 'door-code',
    description: 'The caller’s own code for the door of the active store, if one is valid or has just failed.',
    access: 'shopper',
    reads: [],
    answer: doorAnswer,
    errors: ['session.required', 'session.unverified', ...BEFORE_PASSKEY],
  }),
  request: endpoint({
    method: 'POST',
    path: 'door-code',
    description:
      'A code for the door of the active store, which must be `store_id`: the valid one, else a new one; with `renew`, always a new one. Its digits are null until the lock has it.',
    access: 'shopper',
    touches: [],
    /** `renew`: revokes the active code and issues another. */
    body: z.strictObject({ store_id: id, renew: z.optional(z.boolean()) }),
    answer: doorAnswer,
    errors: [
      'session.required',
      'session.unverified',
      'csrf.invalid',
      ...BEFORE_PASSKEY,
      'door.none',
      'door.otherStore',
      'door.closed',
      'rate.limited',
    ],
  }),
}

const params = z.object({ id: pathId })
export const lockHealth = z.object({ ok: z.boolean(), code: z.enum(LOCK_FINDINGS), detail: z.string() })
export type LockHealth = z.output<typeof lockHealth>

export const doorLocks = {
  list: endpoint({
    method: 'GET',
    path: 'admin/locks',
    description: 'The stores whose doors have a lock, sorted by name, without archived ones.',
    access: 'admin',
    reads: ['stores'],
    answer: z.array(z.object({ store_id: id, store: z.string(), provider: z.string() })),
    errors: FOR_ADMINS,
  }),
  health: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/lock-health',
    description: 'Checks whether the lock of a store’s door can take a code now.',
    access: 'admin',
    reads: [],
    params,
    answer: lockHealth,
    errors: [...FOR_ADMINS, 'notFound', 'door.none'],
  }),
  renewKey: endpoint({
    method: 'POST',
    path: 'admin/stores/:id/keypad-key',
    description:
      'Creates a new key for the keypad of a store with built-in codes and returns it, this once: base32, for RFC 6238 with SHA-256, 300 seconds and six digits. Later codes are generated from it. The key itself generates the codes that begin with 00.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['auditLog'],
    params,
    answer: z.object({ key: z.string(), uri: z.string() }),
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'door.none'],
  }),
}
