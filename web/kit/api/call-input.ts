import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { SendBy } from './fetch-reporting-progress.ts'

type SentPart<Part> = Part extends z.ZodMiniType ? { [Name in keyof z.output<Part>]: string | number } : never

type BodyInput<Part> = Part extends z.ZodMiniType ? z.input<Part> : never

type CallParts<E extends Endpoint> = (E extends { params: infer P } ? { params: SentPart<P> } : { params?: never }) &
  (E extends { query: infer Q } ? { query: SentPart<Q> } : { query?: never }) &
  (E extends { body: infer B }
    ? undefined extends BodyInput<B>
      ? { body?: BodyInput<B> }
      : { body: BodyInput<B> }
    : E extends { upload: object }
      ? { body: Blob }
      : { body?: never })

/** The input of a call of an endpoint, derived from its declaration. */
type CallInput<E extends Endpoint> = CallParts<E> & {
  signal?: AbortSignal | undefined
  /** The request outlives the page that sends it. */
  keepalive?: boolean
  /** Replaces fetch. */
  sendBy?: SendBy
  /** `later` after a success: the caller itself replaces what the screen shows of it. */
  reload?: 'later'
}

type NeedsNothing = { signal?: AbortSignal }

/** The input is optional where none of its parts is required. */
export type CallArguments<E extends Endpoint> =
  NeedsNothing extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** The same, after the type check of the call. */
export type CheckedInput = {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  signal?: AbortSignal | undefined
  keepalive?: boolean
  sendBy?: SendBy
  reload?: 'later'
}
