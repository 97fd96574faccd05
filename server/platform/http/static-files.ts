import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { sendError } from './errors.ts'
import { makeNonce } from './security-headers.ts'
import { readCookie, SESSION_COOKIE } from './session.ts'

const compressBrotli = promisify(zlib.brotliCompress)
const compressGzip = promisify(zlib.gzip)

const NONCE_PLACEHOLDER = /__CSP_NONCE__/g
const MONEY_PLACEHOLDER = '__MONEY_FORMAT__'
const LANGUAGE_PLACEHOLDER = '__LANGUAGE__'
/** Written by the app when a language is chosen; over https under the name that binds it to this host. */
const LANGUAGE_COOKIE = 'languageCode'
const FIRST_PLACEHOLDER = '__FIRST__'
const VISITOR_PLACEHOLDER = '__VISITOR_TOKEN__'
/** Preload links and descriptions for some readers only. */
const TAGS_FOR_SOME = /<(?:link|meta)(?= [^>]*data-only="(\w+)")[^>]*>\s*/g
/** The page that the service worker caches, for any later opening of the app. */
const KEPT_PAGE = '/cached-page'
const FOR_EVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

/**
 * `money`: the configured locale and currency, as the page passes them to the app: `fi-FI EUR`. `mapTiles`: the source of the
 * maps' pictures, which the page's policy then allows.
 */
type WebOptions = {
  webDir: string
  money: string
  mapTiles?: string | undefined
  /** The token that a visitor’s calls need. */
  visitorToken: (request: FastifyRequest, reply: FastifyReply) => string
}

/** The built web app: hashed files cached for ever, its page fresh each time with its own nonce. */
export async function serveWeb(
  app: FastifyInstance,
  { webDir, money, mapTiles, visitorToken }: WebOptions,
): Promise<void> {
  const page = pageReader(join(webDir, 'index.html'))
  const imageHosts = mapTiles === undefined ? [] : [tileHost(mapTiles)]
  if (existsSync(webDir)) await serveFiles(app, webDir)
  app.setNotFoundHandler(async (request, reply) => {
    const template = isPageRequest(request) ? await page() : undefined
    if (template === undefined) return sendError(reply, 'notFound')
    const token = isVisitor(request) ? visitorToken(request, reply) : ''
    const text = fillPage(template.text, request).replace(MONEY_PLACEHOLDER, money).replace(VISITOR_PLACEHOLDER, token)
    return sendPage(reply, { ...template, imageHosts, text })
  })
}

/**
 * A custom route: that of the plugin, and each path passed to its `allowedPath`, reads the names of the whole directory for each
 * requested file, and the directory also contains files of earlier builds.
 */
async function serveFiles(app: FastifyInstance, webDir: string): Promise<void> {
  const root = resolve(webDir)
  await app.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => void response.header('Cache-Control', getCacheControl(path.slice(root.length))),
  })
  app.get('/*', (request, reply) => {
    const path = plainPath(request)
    return path !== undefined && isFile(path) ? reply.sendFile(path) : reply.callNotFound()
  })
}

/**
 * The requested path, without its first slash, decoded once. Undefined for one in a non-canonical form: an empty or a dot
 * segment, a backslash, a control character, or what would be another path when decoded again.
 */
function plainPath({ url }: FastifyRequest): string | undefined {
  const [written = ''] = url.split('?')
  try {
    const path = decodeURIComponent(written)
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    return /\/[/.]|[\\%\u0000-\u001f\u007f]/.test(path) ? undefined : path.slice(1)
  } catch {
    return undefined
  }
}

/** Not index.html: it needs a nonce. Some file systems ignore case. */
const isFile = (path: string): boolean => path.toLowerCase() !== 'index.html' && hasExtension(path)

/** As a policy names it: https://tile.example, or https://*.tile.example for one with a {s} in it. */
function tileHost(tiles: string): string {
  const [, origin = ''] = /^(https?:\/\/[^/?#]+)/.exec(tiles.replace('{s}', '*')) ?? []
  return origin
}

/** A new service worker must be found at once: it brings the new version. */
function getCacheControl(path: string): string {
  if (/^\/service-worker\.js(?:\.(?:br|gz))?$/.test(path)) return 'no-cache'
  return path.startsWith('/assets/') ? FOR_EVER : AN_HOUR
}

type PageTemplate = { text: string; scriptHashes: readonly string[] }

/** Paths for programs, and pictures. Where one is off, nothing else is served there. */
const SERVICE_PATH = /^(?:api|dev|images|livez|metrics|readyz)(?:\/|$)/i

/**
 * The app answers every address but those of services and of files, whatever search its query contains: `?q=aino@puoti.example`.
 */
function isPageRequest(request: FastifyRequest): boolean {
  const path = plainPath(request)
  if (path === undefined || SERVICE_PATH.test(path) || hasExtension(path)) return false
  return request.method === 'GET' || request.method === 'HEAD'
}

/** The names of the build's files end like this, and no address of the app does. */
const hasExtension = (path: string): boolean => /\.\w+$/.test(path)

/** The page's file, read again when a new build has replaced it: its files have other names by then. */
function pageReader(file: string): () => Promise<PageTemplate | undefined> {
  let cached: (PageTemplate & { changedMs: number }) | undefined
  return async () => {
    const changedMs = (await stat(file).catch(() => undefined))?.mtimeMs
    if (changedMs === undefined || changedMs === cached?.changedMs) return cached
    const text = await readFile(file, 'utf8')
    cached = { changedMs, text, scriptHashes: hashScripts(text) }
    return cached
  }
}

/** The hashes of the page's inline scripts, as a policy names them. */
function hashScripts(page: string): string[] {
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script)
  return scripts.map(script => `sha256-${createHash('sha256').update(script).digest('base64')}`)
}

/**
 * Fills in what is shown before any script has run: a visitor's welcome in the browser's language, or the outline of a shelf.
 * Preloads only what that reader will need; the cached page preloads nothing: everything is cached with it, for any language.
 */
function fillPage(template: string, request: FastifyRequest): string {
  const isKept = isCachedPage(request)
  const language = spokenLanguage(request)
  const first = isVisitor(request) ? 'visitor' : 'shopper'
  return template
    .replace(LANGUAGE_PLACEHOLDER, language)
    .replace(FIRST_PLACEHOLDER, first)
    .replace(TAGS_FOR_SOME, (tag, only) => (!isKept && (only === language || only === first) ? tag : ''))
}

const isCachedPage = ({ url }: FastifyRequest): boolean => url.startsWith(KEPT_PAGE)

const isVisitor = (request: FastifyRequest): boolean =>
  readCookie(request, SESSION_COOKIE) === undefined && !isCachedPage(request)

/** The language that the app itself will choose, from the request: the address, the reader's choice, the browser's list. */
function spokenLanguage(request: FastifyRequest): string {
  const { url, headers } = request
  const queried = /[?&]lang=(\w+)/.exec(url)?.[1] ?? ''
  const chosen = readCookie(request, LANGUAGE_COOKIE) ?? ''
  const listed = (headers['accept-language'] ?? '').split(',').map(part => part.trim().slice(0, 2).toLowerCase())
  return [queried, chosen, ...listed].find(code => LANGUAGE_CODES.some(each => each === code)) ?? 'en'
}

type FilledPage = PageTemplate & { imageHosts: readonly string[] }

async function sendPage(reply: FastifyReply, { text, scriptHashes, imageHosts }: FilledPage): Promise<FastifyReply> {
  const styleNonce = makeNonce()
  reply.pagePolicy = { styleNonce, scriptHashes, imageHosts }
  reply.header('Cache-Control', 'no-cache').header('Vary', 'Accept-Encoding').type('text/html; charset=utf-8')
  const encoding = acceptedEncoding(reply.request)
  const page = text.replace(NONCE_PLACEHOLDER, styleNonce)
  if (encoding === undefined) return reply.send(page)
  return reply.header('Content-Encoding', encoding).send(await PAGE_ENCODERS[encoding](page))
}

// Nothing that a link contains is in the page: the size of the compressed page reveals nothing of the token and the nonce.
const PAGE_ENCODERS = {
  br: (page: string) => compressBrotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_QUALITY } }),
  gzip: (page: string) => compressGzip(page),
}
/** The best quality takes ten times as long, and saves a few hundred bytes. */
const QUICK_QUALITY = 5

/** What the browser can read, the shortest first. One that it declares unreadable has the quality 0. */
function acceptedEncoding({ headers }: FastifyRequest): keyof typeof PAGE_ENCODERS | undefined {
  const accepted = (headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map(part => part.trim())
    .filter(part => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map(part => part.split(';')[0])
  return (['br', 'gzip'] as const).find(name => accepted.includes(name))
}
