import type { ErrorCode } from '#contract/error-codes.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

/** Statuses with texts of their own. */
export const STATUSES_WITH_TEXTS = ['400', '401', '403', '404', '409', '413', '422', '429', '500', '503'] as const

/** The text for a failed call or load; undefined for an aborted one, which is not shown. */
export function errorText(error: unknown, t: Translate): string | undefined {
  if (isAborted(error)) return undefined
  if (!(error instanceof ApiError)) return t('errors.unknown')
  if (error.code === 'unreadable') return statusText(error, t)
  const key = `errors.${error.code}` as const
  const text = t(key, numbersIn(error.body))
  return text === key ? statusText(error, t) : text
}

/** A refusal may name a limit that its text contains. */
const numbersIn = (body: ApiError['body']): Record<string, number> =>
  Object.fromEntries(Object.entries(body).filter((field): field is [string, number] => typeof field[1] === 'number'))

function statusText({ status }: ApiError, t: Translate): string {
  const statusKey = STATUSES_WITH_TEXTS.find(each => each === String(status))
  return statusKey ? t(`errors.status.${statusKey}`) : t('errors.unknown')
}

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

/** A 4xx response: the server did nothing. After any other error, such as a lost connection, what it did is unknown. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The session has ended, which its provider shows. */
export const isSessionOver = (error: unknown): boolean => hasCode(error, 'session.required', 'session.disabled')
