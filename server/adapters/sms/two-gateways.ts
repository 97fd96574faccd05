import { SmsError, type SmsProvider } from './sms.ts'

/**
 * Two consecutive calls must end within 15 seconds, before another server repeats the message: half of its lease of 30 seconds
 * may be over when the first one begins.
 */
export const SHARED_TIMEOUT_MS = 7_000

/**
 * Tries the first gateway, then the second for what the first doesn't take, unless the number itself can't get SMS. If the first
 * did not answer, the message may come twice, with the same code: better than no code, without which the shopper can't go on.
 */
export const firstThenSecond = (first: SmsProvider, second: SmsProvider): SmsProvider => ({
  async send(message) {
    try {
      return await first.send(message)
    } catch (error) {
      if (!(error instanceof SmsError) || error.fault === 'number') throw error
      return await second.send(message).catch((reason: unknown) => {
        throw reason instanceof SmsError ? combineErrors(error, reason) : reason
      })
    }
  },
  async health() {
    const found = await Promise.all([first.health(), second.health()])
    const faults = found.flatMap(({ reason }) => reason ?? [])
    return { ok: found.some(({ ok }) => ok), ...(faults.length > 0 && { reason: faults.join('; ') }) }
  },
})

/** If the second refuses the number, a retry is useless. */
const combineErrors = (first: SmsError, second: SmsError) =>
  new SmsError(second.fault, second.code, `${first.reason}; ${second.reason}`)
