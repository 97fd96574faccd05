import type * as z from 'zod/mini'
import { type OfficeAccess, RIGHTS_FOR } from '#domain/accounts/store-rights.ts'
import type { ErrorCode } from './error-codes.ts'
import type { Topic } from './topics.ts'

/**
 * Allowed callers: `anyone`; `signedIn`, a session whose phone may be unverified; `shopper`, a verified session; `admin`, a
 * verified session with the admin right, confirmed by a passkey if the admin has or must have one; `keeper`, `helper`,
 * `bookkeeper` and `staff`, the same with the admin right or a right in a store (`RIGHTS_FOR`). There is no default: an endpoint
 * without it is a compile error.
 */
export type Access = 'anyone' | 'signedIn' | 'shopper' | OfficeAccess
/** For a right in a store. */
type StaffAccess = Exclude<OfficeAccess, 'admin'>

/** Records that belong to one store: a module finds the store of each (`storesOfRecords` in module.ts). */
export type StoreRecord =
  | 'alert'
  | 'delivery'
  | 'order'
  | 'payment'
  | 'purchaseOrder'
  | 'refund'
  | 'stockTake'
  | 'terminal'
  | 'visit'

type Place = `${'params' | 'query' | 'body'}.${string}`

/**
 * How an endpoint for people with a right keeps to the stores in which they have it. The platform checks before the handler; what
 * belongs to another store is answered as what doesn't exist.
 *
 * - `store`: where the call names the store that it concerns, and `also` another one. `otherwise`: why a call may name none.
 * - `record`: what kind of record the call names, and where. It belongs to one store.
 * - `filter`: the handler receives `stores`, and passes it to its queries: the caller's stores, or only the one that the call names
 *   here. `all`: a call can't name one.
 * - `shopWide`: why the call concerns no store.
 */
export type StoreBound =
  | { store: Place; also?: Place; otherwise?: string }
  | { record: StoreRecord; at: Place }
  | { filter: Place | 'all' }
  | { shopWide: string }

type Reach =
  | { access: Exclude<Access, StaffAccess>; stores?: never }
  | {
      access: StaffAccess
      /** There is no default: an endpoint without it is a compile error. */
      stores: StoreBound
    }

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

export type Endpoint = Effect &
  Reach & {
    /** Under /api, with `:name` for parameters. */
    path: string
    /** For integrators: the effect of the call, and its conditions. Its title is in titles. */
    description: string
    params?: z.ZodMiniType
    query?: z.ZodMiniType
    body?: z.ZodMiniType
    /** Of a JSON body that may be larger than the usual limit: it is read only after the caller is authorised. */
    maxBodyBytes?: number
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
     * A caller with a passkey must have confirmed it in the last ten minutes, one of the office without one must have signed in
     * within the hour: for rights, people, ways to pay, keys and exports of people, which an unattended browser must not give away.
     * `byTarget`: the handler decides, by `refusedUnlessFresh`.
     */
    needsFreshPasskey?: true | 'byTarget'
    /** A session cached for at most a second is enough; endpoints that money or rights depend on read the row. */
    recentSession?: true
    /** The handler returns raw bytes that were serialised from `answer` earlier (a cached list). */
    raw?: true
    /** The response is a stream of server-sent events, each with an `answer` as its data. It ends with the session. */
    stream?: true
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

export const isOfficeAccess = (access: Access): access is OfficeAccess => access in RIGHTS_FOR

/** Whether only admins, or they and people with a right in a store, may call an endpoint. */
export const isForOffice = ({ access }: Pick<Endpoint, 'access'>): boolean => isOfficeAccess(access)

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
