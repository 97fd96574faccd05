import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { isDraining } from './connection/graceful-shutdown.ts'
import type { sessionFinder } from './find-session.ts'
import { writePrepared, type PreparedBody } from './send-prepared.ts'
import { refusedByAccess, prefixedCookieName, SESSION_COOKIE, type SignedIn } from './session.ts'

type EndpointContext = { context: Context; sessions: ReturnType<typeof sessionFinder> }

/** The response of a raw endpoint, if it is available in memory. */
export type CachedResponse = (call: { user: SignedIn; language: LanguageCode }) => PreparedBody | undefined

/** Answers a request, or returns false: then the request takes the regular path. */
type FastAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Answers from memory before Fastify parses a request, which takes longer than all the rest: a list in memory, for a
 * session in memory. Uses the route's own access checks and never refuses: everything else takes the regular path.
 */
export function cachedResponseFastPath(app: FastifyInstance, { context, sessions }: EndpointContext) {
  const answers = new Map<string, FastAnswer>()
  const secure = app.publicUrl?.protocol === 'https:'
  const cookie = prefixedCookieName(SESSION_COOKIE, secure)
  answerBeforeRoutes(app, answers)

  const answerWith =
    (declared: Endpoint, cached: CachedResponse, language: LanguageCode | undefined): FastAnswer =>
    (request, response) => {
      const token = onlyCookie(request, cookie)
      const user = token === undefined ? undefined : sessions.recall(token)?.session
      if (!user || refusedByAccess(declared, { user, now: context.now() })) return false
      const body = cached({ user, language: language ?? user.languageCode })
      if (body) writePrepared(request, response, { body, secure })
      return body !== undefined
    }

  return {
    mount(declared: Endpoint, cached: CachedResponse): void {
      // Otherwise the address depends on each request's proxy.
      const hasFixedAddress = app.publicUrl !== undefined || context.config.trustedProxies.length === 0
      if (!declared.recentSession || !hasFixedAddress) return
      for (const language of [undefined, ...LANGUAGE_CODES])
        answers.set(
          `/api/${declared.path}${language ? `?lang=${language}` : ''}`,
          answerWith(declared, cached, language),
        )
    },
  }
}

function answerBeforeRoutes(app: FastifyInstance, answers: ReadonlyMap<string, FastAnswer>): void {
  const usual = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = isDraining(app) || !isPlain(request) ? undefined : answers.get(request.url ?? '')
    if (answer?.(request, response)) return
    for (const listener of usual) listener.call(app.server, request, response)
  })
}

/** No body to read, and no copy that the browser may already have. */
const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers['if-none-match'] === undefined

/** The value of a cookie that occurs once; else undefined. */
function onlyCookie({ headers }: IncomingMessage, name: string): string | undefined {
  const { cookie = '' } = headers
  const start = cookie.indexOf(`${name}=`)
  if (start < 0 || (start > 0 && cookie[start - 1] !== ' ') || cookie.includes(name, start + 1)) return undefined
  const end = cookie.indexOf(';', start)
  return cookie.slice(start + name.length + 1, end < 0 ? undefined : end)
}
