import cookie from '@fastify/cookie'
import fastify, { LogController, type LightMyRequestResponse } from 'fastify'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { readConfig } from '#server/config/config.ts'
import { SETTLEMENT } from '#server/module-list.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { openStorage } from '#server/platform/db/storage.ts'
import { ownOrigin } from '#server/platform/http/connection/address.ts'
import { installErrorAnswers } from '#server/platform/http/errors.ts'
import { mountAt } from '#server/platform/http/mount.ts'
import { makeRefusedKeys } from '#server/platform/http/rate-limit.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { logOptions } from '#server/platform/log/loggable-error.ts'
import { nameRequest, watchRequests } from '#server/platform/log/watch-requests.ts'
import { sealedChannels } from '#server/platform/outbox/delivery.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import { makeSecrets, randomToken, sha256 } from '#server/platform/secrets/secrets.ts'

type Mount = ReturnType<typeof mountAt>
type Options = {
  now?: () => Date
  routes: (mount: Mount, context: Context) => void
  /** With an outbox: sent mails are added to `mails`. */
  hasOutbox?: boolean
  /** The level of the lines in `logged`: errors only, or everything. */
  logLevel?: 'error' | 'trace'
}
type Asking = { session?: string; headers?: Record<string, string> }

const absent = () => Promise.reject(new Error('There is no outbox here'))

/** Accepts messages and discards them: for tests that are not about mail. */
export const discardingOutbox: Context['outbox'] = {
  enqueue: () => Promise.resolve(),
  forget: absent,
  start: () => undefined,
  stop: () => Promise.resolve(),
}

/** One server instance with only some features: no terminal is reached. Its log is `logged`. */
export async function featureServer({ kysely: db }: DatabaseHandle, options: Options) {
  const { now = () => new Date(), routes, hasOutbox = false, logLevel = 'error' } = options
  const mails: MailMessage[] = []
  const logged: string[] = []
  const write = (line: string) => {
    logged.push(line)
    if (process.env.TEST_LOG) process.stderr.write(line)
  }
  const app = fastify({
    genReqId: nameRequest,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { ...logOptions(logLevel), stream: { write } },
  })
  watchRequests(app)
  app.decorate('publicUrl', undefined)
  await app.register(cookie)
  const storage = openStorage({ db })
  installErrorAnswers(app, storage)
  const secrets = makeSecrets('a secret for tests, of no worth at all')
  const config = readConfig({ NODE_ENV: 'test' })
  const context: Context = {
    config,
    origin: () => ownOrigin(config),
    refusedKeys: makeRefusedKeys(),
    db,
    now,
    log: app.log,
    secrets,
    // A message is due by the database's clock.
    outbox: hasOutbox
      ? openOutbox({ db, log: app.log, secrets, now: () => new Date() })
      : { ...discardingOutbox, enqueue: absent },
    terminals: { byProvider: () => undefined },
    storage,
    settlement: SETTLEMENT,
  }
  const mail = { send: async (message: MailMessage) => void mails.push(message) }
  if (hasOutbox) context.outbox.start(sealedChannels(context, { mail, sms: { send: absent } }))
  routes(mountAt(app, context), context)
  const get = (url: string, { session, headers }: Asking = {}): Promise<LightMyRequestResponse> =>
    app.inject({ url, headers: { ...headers, ...(session && { cookie: `${SESSION_COOKIE}=${session}` }) } })
  async function close(): Promise<void> {
    await app.close()
    await context.outbox.stop()
  }
  return { app, context, get, logged, mails, close }
}

type Shopper = {
  activeStoreId?: number | null
  isVerified?: boolean
  isAdmin?: boolean
  isBookkeeper?: boolean
  languageId?: number
}

/** Adds a signed-in user; returns the session token. */
export async function signedInShopper({ kysely: db }: DatabaseHandle, shopper: Shopper = {}): Promise<string> {
  const { activeStoreId = null, isVerified = true, isAdmin = false, isBookkeeper = false, languageId = 1001 } = shopper
  const token = randomToken()
  const { id } = await db
    .insertInto('app_user')
    .values({
      email: `${token.toLowerCase()}@puoti.example`,
      phone: `+35847${Math.floor(Math.random() * 1e9)}`,
      is_verified: isVerified,
      is_admin: isAdmin,
      is_bookkeeper: isBookkeeper,
      language_id: languageId,
      active_store_id: activeStoreId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const expires_at = new Date('2099-01-01T00:00:00Z')
  await db
    .insertInto('session')
    .values({ token_sha256: sha256(token), user_id: id, expires_at })
    .execute()
  return token
}
