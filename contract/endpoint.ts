import type * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'
import type { Topic } from './topics.ts'

/**
 * Allowed callers: `anyone`; `signedIn`, a session whose phone may be unverified; `shopper`, a verified session; `admin`, a
 * verified session with the admin right, confirmed by a passkey if the admin has or must have one; `bookkeeper`, the same with
 * the admin's or the bookkeeper's right, for what only reads the books. There is no default: an endpoint without it is a compile
 * error.
 */
export type Access = 'anyone' | 'signedIn' | 'shopper' | 'admin' | 'bookkeeper'

/**
 * A call that changes something declares what it `touches`, and a JSON response what it `reads`; either may be nothing. There is no
 * default: an endpoint without it is a compile error.
 */
type Effect =
  | { method: 'GET'; reads: readonly Topic[]; touches?: never; download?: never }
  | {
      method: 'GET'
      reads?: never
      /** Only for a download that changes something: the shop remembers which shelf labels were printed. */
      touches?: readonly Topic[]
      /** The handler returns rows, or printed pages, which are sent as a file of this type. */
      download: 'csv' | 'xlsx' | 'pdf' | 'si' | 'zip'
    }
  | { method: 'POST' | 'PUT' | 'DELETE'; reads?: never; touches: readonly Topic[]; download?: never }

export type Endpoint = Effect & {
  /** Under /api, with `:name` for parameters. */
  path: string
  summary: string
  access: Access
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Instead of a JSON body: the raw bytes of one file. They are read only after the caller is authorised. */
  upload?: { types: readonly string[]; maxBytes: number }
  /** The response. Fields that are not declared here are never sent. */
  answer: z.ZodMiniType
  /** Its own errors, in addition to those that any endpoint may return. */
  errors: readonly ErrorCode[]
  /** 200 when absent; 204 has no body. */
  status?: 200 | 202 | 204
  /** `origin`: only the Origin check, for the one call that issues the token. Every other unsafe call needs both. */
  csrf?: 'origin'
  /** An admin endpoint that also works before the passkey is confirmed, to confirm it or to add the first one. */
  beforePasskey?: true
  /**
   * A caller with a passkey must have confirmed it in the last ten minutes, an admin or a bookkeeper without one must have signed in
   * within the hour: for rights, people, ways to pay, keys and exports of people, which an unattended browser must not give away.
   * `byTarget`: the handler decides, by `refusedUnlessFresh`.
   */
  needsFreshPasskey?: true | 'byTarget'
  /** A session cached for at most a second is enough; endpoints that money or rights depend on read the row. */
  recentSession?: true
  /** The handler returns raw bytes that were serialised from `answer` earlier (a cached list). */
  raw?: true
}

/** An endpoint's input, after validation. */
export type Input<E extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  E[Part] extends z.ZodMiniType<infer Output> ? Output : undefined

/** The value that a handler returns and the web receives. */
export type Answer<E extends Endpoint> = z.output<E['answer']>

/** Any endpoint may return these errors before its handler runs. */
export const COMMON_ERRORS = [
  'request.malformed',
  'request.tooLarge',
  'request.invalid',
  'rate.limited',
  'server.error',
  'server.unavailable',
] as const satisfies readonly ErrorCode[]
/** Errors that an admin gets until the passkey is confirmed, or the first one is added. */
export const BEFORE_PASSKEY = [
  'session.passkeyRequired',
  'session.passkeyMissing',
] as const satisfies readonly ErrorCode[]
export type CommonError = (typeof COMMON_ERRORS)[number]

/** Whether only admins, or admins and bookkeepers, may call an endpoint. */
export const isForOffice = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access === 'admin' || access === 'bookkeeper'

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

/** An export of people. */
export const exportsPeople = <const E extends Endpoint>(declaration: E) => ({
  ...declaration,
  needsFreshPasskey: true as const,
})

/** The errors of every endpoint for admins, and of those that change something. */
export const FOR_ADMINS = [
  'session.required',
  'session.unverified',
  'session.adminRequired',
  ...BEFORE_PASSKEY,
] as const
export const CHANGED_BY_ADMINS = [...FOR_ADMINS, 'csrf.invalid'] as const
