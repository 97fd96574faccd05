import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, instant, nothing } from '#contract/values.ts'

const session = z.object({
  /** Good for ending it, and for nothing else. It changes with the session’s token. */
  id: z.string(),
  /** In a word each, of when the session began; null when the browser did not tell. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created_at: instant,
  /** To the hour. */
  last_seen_at: instant,
  is_current: z.boolean(),
})
export type Session = z.output<typeof session>

const sessionList = z.object({
  /** The caller’s own first, then those that were used last. */
  sessions: z.array(session),
  /** None can be ended before signing in anew. */
  sign_in_first: z.boolean(),
})
export type SessionList = z.output<typeof sessionList>

const ending = ['session.required', 'csrf.invalid', 'session.passkeyRequired', 'session.signInAgain'] as const

/** Where the caller is signed in. */
export const sessions = {
  list: endpoint({
    method: 'GET',
    path: 'sessions',
    summary: 'The browsers in which the caller is signed in.',
    access: 'signedIn',
    answer: sessionList,
    errors: ['session.required'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: 'sessions/:id',
    summary: 'Ends a session of the caller, within ten minutes of signing in, or of the passkey where there is one.',
    access: 'signedIn',
    params: z.object({ id: freeText.check(z.maxLength(50)) }),
    answer: nothing,
    errors: [...ending, 'notFound'],
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: 'sessions',
    summary: 'Ends all sessions of the caller but this one, within ten minutes as well.',
    access: 'signedIn',
    answer: z.object({ ended: z.int() }),
    errors: ending,
  }),
}
