import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { lineText, id, instant, nothing, pathId } from '#contract/values.ts'
import { passkeyAnswer, passkeyToAdd, toAdd, toConfirm } from './passkey-ceremonies.ts'

export const MAX_PASSKEY_NAME_LENGTH = 60
const passkeyName = lineText.check(z.minLength(1), z.maxLength(MAX_PASSKEY_NAME_LENGTH))

const passkey = z.object({
  id,
  name: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
  /** Synchronised between its owner’s devices, so that losing a device does not lose the passkey. */
  is_backed_up: z.boolean(),
})
export type Passkey = z.output<typeof passkey>

const passkeyList = z.object({
  passkeys: z.array(passkey),
  /** Whether this shop requires admins to have a passkey. */
  is_required: z.boolean(),
  /** The user must sign in again before adding a passkey. */
  sign_in_required: z.boolean(),
})
export type PasskeyList = z.output<typeof passkeyList>

/** Confirming a session replaces its token, and with it the CSRF token. */
const confirmedSession = z.object({ csrf_token: z.string() })
const checkErrors = ['passkey.expired', 'passkey.refused'] as const

const OWN_PASSKEYS = { shopWide: 'Only the caller’s own passkeys.' } as const

/** The caller’s own passkeys. */
export const passkeys = {
  list: endpoint({
    method: 'GET',
    path: 'admin/passkeys',
    description: 'The caller’s own passkeys. Refuses an admin who has one until the session is confirmed with it.',
    access: 'staff',
    stores: OWN_PASSKEYS,
    reads: ['passkeys'],
    beforePasskey: true,
    answer: passkeyList,
    errors: FOR_ADMINS,
  }),
  checkFresh: endpoint({
    method: 'GET',
    path: 'admin/passkeys/freshness',
    description:
      'Refuses a caller whose passkey was confirmed over ten minutes ago: for a page, before it starts a download.',
    access: 'staff',
    stores: OWN_PASSKEYS,
    needsFreshPasskey: true,
    reads: [],
    answer: nothing,
    errors: FOR_ADMINS,
  }),
  beginConfirm: endpoint({
    method: 'POST',
    path: 'admin/passkeys/confirmation/options',
    description: 'The challenge for a passkey to sign: valid for five minutes and one response of this session.',
    access: 'staff',
    stores: OWN_PASSKEYS,
    touches: [],
    beforePasskey: true,
    answer: toConfirm,
    errors: [...CHANGED_BY_ADMINS, 'passkey.none'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: 'admin/passkeys/confirmation',
    description: 'Confirms the session with a passkey, which gives it access to the back office for twelve hours.',
    access: 'staff',
    stores: OWN_PASSKEYS,
    touches: [],
    beforePasskey: true,
    body: passkeyAnswer,
    answer: confirmedSession,
    errors: [...CHANGED_BY_ADMINS, ...checkErrors],
  }),
  beginAdd: endpoint({
    method: 'POST',
    path: 'admin/passkeys/options',
    description:
      'The options for creating a passkey. Within ten minutes of a confirmation, or, for the first passkey, of the sign-in.',
    access: 'staff',
    stores: OWN_PASSKEYS,
    needsFreshPasskey: true,
    touches: [],
    beforePasskey: true,
    answer: toAdd,
    errors: [...CHANGED_BY_ADMINS, 'passkey.signInAgain', 'passkey.tooMany'],
  }),
  add: endpoint({
    method: 'POST',
    path: 'admin/passkeys',
    description: 'Adds the created passkey, confirms the session with it and sends its owner an email.',
    access: 'staff',
    stores: OWN_PASSKEYS,
    touches: ['passkeys', 'auditLog'],
    beforePasskey: true,
    body: z.strictObject({ name: passkeyName, passkey: passkeyToAdd }),
    answer: confirmedSession,
    errors: [...CHANGED_BY_ADMINS, ...checkErrors, 'passkey.known', 'passkey.tooMany'],
  }),
  rename: endpoint({
    method: 'PUT',
    path: 'admin/passkeys/:id',
    description: 'Renames a passkey, within ten minutes of a confirmation.',
    access: 'staff',
    stores: OWN_PASSKEYS,
    needsFreshPasskey: true,
    touches: ['passkeys', 'auditLog'],
    params: z.object({ id: pathId }),
    body: z.strictObject({ name: passkeyName }),
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'passkey.signInAgain'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/passkeys/:id',
    description:
      'Removes a passkey, within ten minutes of a confirmation; not the last one where admins must have one. Sends its owner an email.',
    access: 'staff',
    stores: OWN_PASSKEYS,
    needsFreshPasskey: true,
    touches: ['passkeys', 'auditLog'],
    params: z.object({ id: pathId }),
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'passkey.last', 'passkey.signInAgain'],
  }),
}
