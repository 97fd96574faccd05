import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, instant, nothing } from '#contract/values.ts'

const session = z.object({
  /** Can only be used to end the session. It changes with the session’s token. */
  id: z.string(),
  /** One word each, recorded when the session began; null when the browser did not send it. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created_at: instant,
  /** Precise to the hour. */
  last_seen_at: instant,
  is_current: z.boolean(),
})
export type Session = z.output<typeof session>

const sessionList = z.object({
  /** The caller’s own session first, then the most recently used ones. */
  sessions: z.array(session),
  /** The caller must sign in again before ending a session. */
  sign_in_required: z.boolean(),
})
export type SessionList = z.output<typeof sessionList>

const endingErrors = ['session.required', 'csrf.invalid', 'session.passkeyRequired', 'session.signInAgain'] as const

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: 'sessions',
    description: 'The browsers in which the caller is signed in.',
    access: 'signedIn',
    reads: ['sessions'],
    answer: sessionList,
    errors: ['session.required'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: 'sessions/:id',
    description:
      'Ends a session of the caller, within ten minutes of signing in or, with a passkey, of a confirmation.',
    access: 'signedIn',
    needsFreshPasskey: true,
    touches: ['sessions'],
    params: z.object({ id: freeText.check(z.maxLength(50)) }),
    answer: nothing,
    errors: [...endingErrors, 'notFound'],
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: 'sessions',
    description: 'Ends all other sessions of the caller, within ten minutes of signing in or confirming.',
    access: 'signedIn',
    needsFreshPasskey: true,
    touches: ['sessions'],
    answer: z.object({ ended: z.int() }),
    errors: endingErrors,
  }),
}
