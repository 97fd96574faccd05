import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { freeText } from '#contract/values.ts'
import { user } from './users.ts'

export const phoneVerification = {
  send: endpoint({
    method: 'POST',
    path: 'sendVerification',
    description:
      'Sends a code by SMS. The response is the same whether or not another account has the number. A refusal may carry sms_cooldown_until, retry_at or phone_blocked.',
    access: 'signedIn',
    touches: [],
    body: z.strictObject({ phone: freeText.check(z.minLength(1), z.maxLength(40)) }),
    answer: user,
    errors: [
      'csrf.invalid',
      'session.required',
      'verification.phoneInvalid',
      'verification.countryNotAllowed',
      'verification.phoneBlocked',
      'verification.cooldown',
      'verification.capReached',
      'verification.alreadyVerified',
    ],
  }),
  smsState: endpoint({
    method: 'GET',
    path: 'verification-sms',
    description: 'Whether the gateway has reported that the SMS with the code was not delivered.',
    access: 'signedIn',
    reads: [],
    answer: z.object({ has_failed: z.boolean() }),
    errors: ['session.required'],
  }),
  verify: endpoint({
    method: 'POST',
    path: 'verify',
    description: 'Verifies the phone by the code that was sent to it. Returns a new session cookie and csrf_token.',
    access: 'signedIn',
    touches: [],
    body: z.strictObject({
      /** Text with leading zeros; a number is padded with leading zeros before comparison. */
      verification_code: z.union([freeText.check(z.maxLength(20)), z.number()]),
    }),
    answer: z.extend(user, { csrf_token: z.string() }),
    errors: [
      'csrf.invalid',
      'session.required',
      'verification.invalidCode',
      'verification.codeExpired',
      'verification.phoneTaken',
      'verification.alreadyVerified',
    ],
  }),
}
