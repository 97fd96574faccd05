import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { email, freeText, id, instant, languageCode, nothing, pathId } from '#contract/values.ts'
import { INVITATION_STATES } from '#domain/accounts/invitation.ts'
import { personRight, rightInputs } from './people.ts'
import { user } from './users.ts'

const invitationState = z.enum(INVITATION_STATES)

const invitation = z.object({
  id,
  email: z.string(),
  language: languageCode,
  rights: z.array(personRight),
  state: invitationState,
  /** Null: the account no longer exists. */
  invited_by: z.nullable(z.string()),
  created_at: instant,
  expires_at: instant,
})
export type Invitation = z.output<typeof invitation>

const params = z.object({ id: pathId })
/** 256 random bits, from the emailed link. */
const invitationToken = freeText.check(z.maxLength(100))
const sendingErrors = [...CHANGED_BY_ADMINS, 'session.signInAgain'] as const

export const invitations = {
  list: endpoint({
    method: 'GET',
    path: 'admin/invitations',
    description: 'The open invitations and those that ended within a month, the newest first.',
    access: 'admin',
    reads: ['users', 'stores'],
    answer: z.array(invitation),
    errors: FOR_ADMINS,
  }),
  create: endpoint({
    method: 'POST',
    path: 'admin/invitations',
    description:
      'Emails an invitation to rights in stores. Its link works once, for seven days, and makes or finds the account of the address.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['users', 'auditLog'],
    body: z.strictObject({ email, language: languageCode, rights: rightInputs.check(z.minLength(1)) }),
    answer: invitation,
    errors: [...sendingErrors, 'invitation.open', 'store.notFound'],
  }),
  resend: endpoint({
    method: 'POST',
    path: 'admin/invitations/:id/resend',
    description: 'Emails an open or expired invitation again, for seven days from now. The link before stops working.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['users', 'auditLog'],
    params,
    answer: invitation,
    errors: [...sendingErrors, 'notFound', 'invitation.closed'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: 'admin/invitations/:id',
    description: 'Withdraws an invitation that was not accepted: its link stops working.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['users', 'auditLog'],
    params,
    answer: nothing,
    errors: [...sendingErrors, 'notFound', 'invitation.closed'],
  }),
  get: endpoint({
    method: 'GET',
    path: 'invitations/:token',
    description:
      'What an emailed invitation offers. Changes nothing, so that a preview of the link does not use it up.',
    access: 'anyone',
    reads: ['sessions'],
    params: z.object({ token: invitationToken }),
    answer: z.object({
      state: invitationState,
      email: z.string(),
      seller: z.string(),
      rights: z.array(personRight),
      /** The address has an account, with which the caller is not logged in. */
      must_sign_in: z.boolean(),
    }),
    errors: ['invitation.closed'],
  }),
  accept: endpoint({
    method: 'POST',
    path: 'invitations/:token',
    description:
      'Accepts an invitation, once. Logs in to the account of the address if it is new; else the caller must be logged in to it.',
    access: 'anyone',
    touches: ['sessions'],
    params: z.object({ token: invitationToken }),
    answer: z.object({ csrf_token: z.string(), user }),
    errors: ['csrf.invalid', 'invitation.closed', 'invitation.signInFirst', 'login.disabled'],
  }),
}
