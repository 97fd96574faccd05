import { SmsError, type Sms } from './sms.ts'

/** Two calls after each other must end before another server repeats the job: within 15 seconds, as it begins at most 15 after its claim. */
export const SHARED_TIMEOUT_MS = 7_000

/**
 * The first gateway, and the second for what the first doesn't take, unless it is the number that can't get it. If the first did not
 * answer, the message may come twice: a code sent twice is the same code, and one that doesn't come keeps a shopper out.
 */
export const firstThenSecond = (first: Sms, second: Sms): Sms => ({
  async send(message) {
    try {
      return await first.send(message)
    } catch (error) {
      if (!(error instanceof SmsError) || error.fault === 'number') throw error
      return await second.send(message).catch((reason: unknown) => {
        throw reason instanceof SmsError ? both(error, reason) : reason
      })
    }
  },
})

/** If it is the number that the second refuses, nothing is gained by another try. */
const both = (first: SmsError, second: SmsError) =>
  new SmsError(second.fault, second.code, `${first.reason}; ${second.reason}`)
