import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import {
  type Access,
  type Answer,
  type CommonError,
  type Endpoint,
  type Input,
  isForOffice,
  isOfficeAccess,
} from '#contract/endpoint.ts'
import { findUndecided, toHelperAnswer } from '#contract/for-keepers.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { hasStoreRight } from '#domain/accounts/store-rights.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import type { Context } from '#server/platform/context.ts'
import { checkStores, isKeeperThere } from '#server/platform/rights/check-stores.ts'
import { cachedResponseFastPath, type CachedResponse } from './cached-response-fast-path.ts'
import { hasCsrfToken, isFetchedAhead, isFromAnotherSite, isFromHere } from './csrf.ts'
import { sendError } from './errors.ts'
import { sessionFinder } from './find-session.ts'
import { uploadRoom, readUpload } from './read-upload.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import { type Download, sendDownload } from './send-download.ts'
import { type EventStream, sendEvents } from './send-events.ts'
import { type PreparedBody, sendPrepared } from './send-prepared.ts'
import { lostSession, refusedByAccess, readCookie, SESSION_COOKIE, type SignedIn } from './session.ts'

type EndpointCaller<A extends Access> = A extends 'anyone' ? SignedIn | undefined : SignedIn

/** One call of an endpoint: validated input, the caller, the stores it may concern, and the language of the response. */
export type Call<E extends Endpoint = Endpoint> = {
  params: Input<E, 'params'>
  query: Input<E, 'query'>
  body: E extends { upload: object } ? Buffer : Input<E, 'body'>
  user: EndpointCaller<E['access']>
  /** Only for an endpoint that leaves it to the handler: its queries take it as an argument. */
  stores: E extends { stores: { filter: string } } ? StoreScope : undefined
  /** Only where helpers may call: whether the caller is a keeper, or an admin, who gets what the contract keeps from helpers. */
  isKeeper: E['access'] extends 'helper' | 'staff' ? boolean : undefined
  /** Of a stream: the caller as the session is now; undefined once it has ended, or no longer allows the call. */
  findCaller: E extends { stream: true } ? () => Promise<SignedIn | undefined> : undefined
  language: LanguageCode
  request: FastifyRequest
  reply: FastifyReply
}

type HandlerResult<E extends Endpoint> = E extends { raw: true }
  ? PreparedBody
  : E extends { stream: true }
    ? EventStream
    : E extends { download: infer Format }
      ? Download & { format: Format }
      : Answer<E>
type RefusalCode<E extends Endpoint> = E['errors'][number] | CommonError
type Handler<E extends Endpoint> = ((call: Call<E>) => Promise<HandlerResult<E> | Refusal<RefusalCode<E>>>) &
  (E extends { raw: true } ? { cached?: CachedResponse } : {})

/** Every endpoint of a resource has its handler: a missing one is a compile error. */
export type Handlers<Resource extends Record<string, Endpoint>> = { [Name in keyof Resource]: Handler<Resource[Name]> }

type EndpointContext = {
  context: Context
  sessions: ReturnType<typeof sessionFinder>
}

/** The requested language: a closed list; anything else is refused. */
function readLanguage(request: FastifyRequest): LanguageCode | undefined | Refusal<'request.invalid'> {
  // The query string is a plain record here: fastify parses it before any handler.
  const { lang } = request.query as Record<string, unknown>
  if (lang === undefined) return undefined
  return LANGUAGE_CODES.find(code => code === lang) ?? refuse('request.invalid', { fields: ['lang'] })
}

/** A download leaves a record, in the audit log or of printed labels, so a browser must not start it without a person. */
const leavesRecord = (declared: Endpoint): boolean => isForOffice(declared) && declared.download !== undefined

function isForged(declared: Endpoint, request: FastifyRequest, { context }: EndpointContext): boolean {
  // A link on another site sends the cookie: it must not start an admin's download.
  if (declared.method === 'GET')
    return isForOffice(declared) && (isFromAnotherSite(request) || (leavesRecord(declared) && isFetchedAhead(request)))
  return !(isFromHere(request) && (declared.csrf === 'origin' || hasCsrfToken(request, context.secrets)))
}

/** Every call may have a language: a strict query need not name it. */
function readQuery(request: FastifyRequest): Record<string, unknown> {
  // The query string is a plain record here: fastify parses it before any handler.
  const { lang: _language, ...query } = request.query as Record<string, unknown>
  return query
}

/** PostgreSQL's texts can't contain NUL or half a surrogate pair: the only characters that JSON writes this way. */
const UNSTORABLE_TEXT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
const isUnstorable = (input: unknown): boolean => UNSTORABLE_TEXT.test(JSON.stringify(input) ?? '')

/** Params, query and body as the contract defines them, or the names of the invalid fields. */
function readInput(declared: Endpoint, request: FastifyRequest): Record<string, unknown> | Refusal<'request.invalid'> {
  const input: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    if (!declared[part] || (part === 'body' && declared.maxBodyBytes !== undefined)) continue
    const read = readPart(declared, part, part === 'query' ? readQuery(request) : (request[part] ?? undefined))
    if (isRefusal(read)) return read
    input[part] = read.value
  }
  return input
}

type InputPart = 'params' | 'query' | 'body'

function readPart(declared: Endpoint, part: InputPart, sent: unknown): { value: unknown } | Refusal<'request.invalid'> {
  const read = declared[part]?.safeParse(sent)
  if (read && !read.success)
    return refuse('request.invalid', { fields: read.error.issues.map(issue => issue.path.join('.')) })
  if (read && isUnstorable(read.data)) return refuse('request.invalid', { fields: [part] })
  return { value: read?.data }
}

type ArrivedRequest = Pick<Call, 'request' | 'reply' | 'user'> & { now: Date }

function admitCall(declared: Endpoint, { request, reply, user, now }: ArrivedRequest): Call | Refusal {
  const refused = refusedByAccess(declared, { user, now })
  if (refused) return refused
  const language = readLanguage(request)
  if (isRefusal(language)) return language
  const input = readInput(declared, request)
  if (isRefusal(input)) return input
  // The input was just parsed by the schemas that Call's types are made from.
  return { request, reply, user, language: language ?? user?.languageCode ?? 'en', ...input } as Call
}

/**
 * The caller. A remembered session is returned synchronously: the product list is requested so often that waiting is noticeable.
 */
function createAuthorise(declared: Endpoint, request: FastifyRequest, { sessions }: EndpointContext) {
  const token = readCookie(request, SESSION_COOKIE)
  return token ? sessions.find(token, { recent: declared.recentSession ?? false }) : undefined
}

function sendAnswer(declared: Endpoint, call: Call, result: object | Refusal): FastifyReply {
  if (isRefusal(result)) return sendError(call.reply, result.refused, result.extra)
  // A raw endpoint's handler is typed to return a prepared body.
  if (declared.raw) return sendPrepared(call.reply, result as PreparedBody)
  // As is a download's.
  if (declared.download) return sendDownload(call.reply, result as Download)
  // As is a stream's.
  if (declared.stream) return sendEvents(call.reply, result as EventStream)
  if (declared.status === 204) return call.reply.code(204).send()
  const parsed = declared.answer.parse(result)
  return call.reply
    .code(declared.status ?? 200)
    .send(call.isKeeper === false ? toHelperAnswer(declared.answer, parsed) : parsed)
}

/** A file is read only after all checks, so that a refused caller can't fill memory. */
async function withUpload(declared: Endpoint, call: Call): Promise<Call | Refusal> {
  if (declared.maxBodyBytes !== undefined) return withLargeBody(declared, call)
  if (!declared.upload) return call
  const body = await readUpload(call, declared.upload.maxBytes)
  // An endpoint with an upload is typed to receive its bytes.
  return isRefusal(body) ? body : ({ ...call, body: body as unknown } as Call)
}

/** As `withUpload`, for JSON. */
async function withLargeBody(declared: Endpoint, call: Call): Promise<Call | Refusal> {
  const bytes = await readUpload(call, declared.maxBodyBytes ?? 0)
  if (isRefusal(bytes)) return bytes
  try {
    const read = readPart(declared, 'body', JSON.parse(bytes.toString()))
    // Parsed by the schema that the body's type is made from.
    return isRefusal(read) ? read : ({ ...call, body: read.value } as Call)
  } catch {
    return refuse('request.malformed')
  }
}

async function withStores(declared: Endpoint, call: Call, context: Context): Promise<Call | Refusal> {
  if (!declared.stores) return call
  const stores = await checkStores(declared, call, context)
  if (isRefusal(stores)) return stores
  const isKeeper = isForHelpers(declared) ? await isKeeperThere(declared, { ...call, stores }, context) : undefined
  // An endpoint is typed to receive them as its stores and access are declared.
  return { ...call, stores, isKeeper } as unknown as Call
}

const isForHelpers = ({ access }: Endpoint) => isOfficeAccess(access) && hasStoreRight(access, 'helper')

/** A helper gets no sum and no address of a person by mistake: a field that is not marked stops the start. */
function checkFields(name: string, declared: Endpoint): void {
  const fields = isForHelpers(declared) && !declared.download ? findUndecided(declared.answer) : []
  if (fields.length > 0) throw new Error(`${name}: say forKeepers or forHelpers for ${fields.join(', ')}`)
}

/** A stream asks again for its caller, whose session or rights may have ended meanwhile. */
function withCaller(declared: Endpoint, call: Call, endpoints: EndpointContext): Call {
  if (!declared.stream) return call
  const findCaller = async () => {
    const user = await createAuthorise(declared, call.request, endpoints)
    return refusedByAccess(declared, { user, now: endpoints.context.now() }) ? undefined : user
  }
  // An endpoint is typed to receive it as it is declared to be a stream.
  return { ...call, findCaller } as unknown as Call
}

type HandleCall = ((call: Call) => Promise<object | Refusal>) & { cached?: CachedResponse }

/** A call may have changed its caller, so the remembered session is dropped. */
const forgetSessionAfter =
  (handle: HandleCall, { sessions }: EndpointContext): HandleCall =>
  call =>
    handle(call).finally(() => {
      const token = readCookie(call.request, SESSION_COOKIE)
      if (token) sessions.forget(token)
    })

/** Adds a route, in its own plugin context if it takes files. */
function addRoute(app: FastifyInstance, { upload, maxBodyBytes }: Endpoint, route: RouteOptions): void {
  const types = upload?.types ?? (maxBodyBytes !== undefined && ['application/json'])
  if (!types) return void app.route(route)
  void app.register(async room => {
    uploadRoom(room, types)
    room.route(route)
  })
}

/** Mounts a resource's endpoints under /api: access, CSRF, input and output as the contract declares them. */
export function mountAt(app: FastifyInstance, context: Context) {
  const endpoints: EndpointContext = { context, sessions: sessionFinder(context) }
  const quickly = cachedResponseFastPath(app, endpoints)
  return function mount<Resource extends Record<string, Endpoint>>(resource: Resource, handlers: Handlers<Resource>) {
    for (const [name, declared] of Object.entries(resource)) {
      // Handlers has exactly Resource's names, each typed for its own endpoint.
      const plain = handlers[name] as unknown as HandleCall
      checkFields(name, declared)
      const handle = declared.method === 'GET' ? plain : forgetSessionAfter(plain, endpoints)
      if (plain.cached) quickly.mount(declared, plain.cached)
      addRoute(app, declared, {
        method: declared.method,
        url: `/api/${declared.path}`,
        exposeHeadRoute: !leavesRecord(declared) && declared.stream !== true,
        handler: async (request, reply) => {
          reply.header('Cache-Control', 'no-store')
          if (isForged(declared, request, endpoints)) return sendError(reply, 'csrf.invalid')
          const user = await createAuthorise(declared, request, endpoints)
          if (user) request.callerId = user.userId
          const admitted = admitCall(declared, { request, reply, user, now: context.now() })
          if (isRefusal(admitted) && admitted.refused === 'session.required')
            return sendError(reply, (await lostSession(context, request)).refused)
          const checked = isRefusal(admitted) ? admitted : await withStores(declared, admitted, context)
          const call = isRefusal(checked) ? checked : await withUpload(declared, checked)
          if (isRefusal(call)) return sendError(reply, call.refused, call.extra)
          return sendAnswer(declared, call, await handle(withCaller(declared, call, endpoints)))
        },
      })
    }
  }
}
