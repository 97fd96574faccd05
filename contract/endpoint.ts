import type * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'

/**
 * Who may call: `anyone`; `signedIn`, a session whose phone may be unverified; `shopper`, a verified session; `admin`,
 * a verified session with the admin right, confirmed by a passkey where there is or must be one. There is no default: an endpoint that does not say is a compile error.
 */
export type Access = 'anyone' | 'signedIn' | 'shopper' | 'admin'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under /api, with `:name` for parameters. */
  path: string
  summary: string
  access: Access
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Instead of a body of JSON: the raw bytes of one file. They are read only once the caller is admitted. */
  upload?: { types: readonly string[]; mostBytes: number }
  /** What goes out. A field that is not declared here never leaves. */
  answer: z.ZodMiniType
  /** The refusals of its own, beside those that any endpoint may give. */
  errors: readonly ErrorCode[]
  /** 200 when absent; 204 has no body. */
  status?: 200 | 202 | 204
  /** `origin`: only the Origin check, for the one call that hands out the token. Every other unsafe call needs both. */
  csrf?: 'origin'
  /** Of an admin's: answered before the passkey too, so that it can be asked for, or the first one added. */
  beforePasskey?: true
  /** A session remembered for at most a second will do: what money or rights depend on reads the row. */
  recentSession?: true
  /** The handler answers raw bytes that were serialised from `answer` before (a cached list). */
  raw?: true
  /** The handler gives rows, or printed pages, which are sent as such a file. */
  download?: 'csv' | 'xlsx' | 'pdf'
}

/** What an endpoint takes, after validation. */
export type Input<E extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  E[Part] extends z.ZodMiniType<infer Output> ? Output : undefined

/** What a handler gives and the web receives. */
export type Answer<E extends Endpoint> = z.output<E['answer']>

/** Any endpoint may be refused for these, before its own handler runs. */
export const COMMON_ERRORS = [
  'request.malformed',
  'request.tooLarge',
  'request.invalid',
  'rate.limited',
  'server.error',
  'server.unavailable',
] as const satisfies readonly ErrorCode[]
/** What an admin hears of what shoppers may not do, before the passkey that is asked for, or must first be added. */
export const BEFORE_PASSKEY = [
  'session.passkeyRequired',
  'session.passkeyMissing',
] as const satisfies readonly ErrorCode[]
export type CommonError = (typeof COMMON_ERRORS)[number]

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration
