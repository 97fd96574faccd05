import type { ErrorCode } from '#contract/error-codes.ts'

/** An expected “no”: data, not an exception. `extra` goes into the answer's body beside code and message. */
export type Refusal<Code extends ErrorCode = ErrorCode> = { refused: Code; extra?: Record<string, unknown> }

export const refuse = <const Code extends ErrorCode>(code: Code, extra?: Record<string, unknown>): Refusal<Code> => ({
  refused: code,
  ...(extra && { extra }),
})

/** Tells a refusal from a result; no result of ours has a property of this name. */
export const isRefusal = <T>(result: T): result is Extract<T, Refusal> =>
  typeof result === 'object' && result !== null && 'refused' in result
