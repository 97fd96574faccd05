import type { ErrorCode } from '#contract/error-codes.ts'

/** An expected refusal: data, not an exception. `extra` goes into the response's body beside code and message. */
export type Refusal<Code extends ErrorCode = ErrorCode> = { refused: Code; extra?: Record<string, unknown> }

export const refuse = <const Code extends ErrorCode>(code: Code, extra?: Record<string, unknown>): Refusal<Code> => ({
  refused: code,
  ...(extra && { extra }),
})

/** Distinguishes a refusal from a result; no other result has a property of this name. */
export const isRefusal = <T>(result: T): result is Extract<T, Refusal> =>
  typeof result === 'object' && result !== null && 'refused' in result
