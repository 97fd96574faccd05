import type { ErrorCode } from '#contract/error-codes.ts'

/** A stable error code of the contract; `network` when no response arrived, `unreadable` when it did not match the contract. */
export type ApiErrorCode = ErrorCode | 'network' | 'unreadable'

/** A failed call. `body` is the response's, with the specification's extra fields; `status` is 0 without a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly statusText: string
  readonly code: ApiErrorCode
  readonly body: Readonly<Record<string, unknown>>

  constructor(refusal: { status: number; statusText?: string; code: ApiErrorCode; body?: unknown; cause?: unknown }) {
    super(`${refusal.code} (${refusal.status})`, { cause: refusal.cause })
    this.status = refusal.status
    this.statusText = refusal.statusText ?? ''
    this.code = refusal.code
    this.body = isRecord(refusal.body) ? refusal.body : {}
  }
}

/**
 * Checks only the shape: the list of codes has a developers' sentence each. A newer server may send a code without a text here.
 */
export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && /^\w+(\.\w+)*$/.test(code)

export const hasCode = (error: unknown, ...codes: ApiErrorCode[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)

export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
