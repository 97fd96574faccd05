import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { email, freeText, nothing } from '#contract/values.ts'
import { user } from './users.ts'

const signedIn = z.object({ csrf_token: z.string(), user })

export const signIn = {
  authenticate: endpoint({
    method: 'POST',
    path: 'authenticate',
    description: 'The signed-in user. A 401 includes a csrf_token too, because the login form needs one.',
    access: 'anyone',
    touches: [],
    csrf: 'origin',
    answer: signedIn,
    errors: ['csrf.invalid', 'session.required', 'session.disabled'],
  }),
  requestLink: endpoint({
    method: 'POST',
    path: 'login',
    description: 'Emails a login link and code. The response is the same for every address.',
    access: 'anyone',
    touches: [],
    body: z.strictObject({ email }),
    answer: nothing,
    errors: ['csrf.invalid'],
  }),
  useLink: endpoint({
    method: 'POST',
    path: 'login/:userId/:timestamp/:hash',
    description: 'Signs in by an emailed link, which works once.',
    access: 'anyone',
    touches: ['sessions'],
    params: z.object({
      userId: freeText.check(z.maxLength(20)),
      timestamp: freeText.check(z.maxLength(20)),
      hash: freeText.check(z.maxLength(100)),
    }),
    answer: signedIn,
    errors: ['csrf.invalid', 'login.invalidLink', 'login.disabled'],
  }),
  useCode: endpoint({
    method: 'POST',
    path: 'login/code',
    description: 'Signs in by the emailed six-digit code, in the browser that requested it.',
    access: 'anyone',
    touches: ['sessions'],
    body: z.strictObject({ email, code: freeText.check(z.maxLength(20)) }),
    answer: signedIn,
    errors: ['csrf.invalid', 'login.invalidCode', 'login.linkOnly', 'login.disabled'],
  }),
  logout: endpoint({
    method: 'POST',
    path: 'logout',
    description: 'Ends the session of this browser; nothing happens without one.',
    access: 'anyone',
    touches: [],
    answer: nothing,
    errors: ['csrf.invalid'],
  }),
}
