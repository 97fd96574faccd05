import { setTimeout as sleep } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import fastify, { LogController } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import { contract } from '#contract/index.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import type { SmsMessage } from '#server/adapters/sms/sms.ts'
import { readConfig } from '#server/config/config.ts'
import { PERSONAL_DATA } from '#server/module-list.ts'
import { SETTLEMENT } from '#server/module-list.ts'
import { adminUserRoutes } from '#server/modules/accounts/admin-users/routes.ts'
import { passkeyRoutes } from '#server/modules/accounts/passkeys/routes.ts'
import { phoneVerificationRoutes } from '#server/modules/accounts/phone-verification/routes.ts'
import { privacyRoutes } from '#server/modules/accounts/privacy/routes.ts'
import { userRoutes } from '#server/modules/accounts/profile/routes.ts'
import { sessionRoutes } from '#server/modules/accounts/sessions/routes.ts'
import { signInRoutes } from '#server/modules/accounts/sign-in/routes.ts'
import { operatorRoutes } from '#server/modules/administration/company/routes.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { openStorage } from '#server/platform/db/storage.ts'
import { ownOrigin } from '#server/platform/http/connection/address.ts'
import { installErrorAnswers } from '#server/platform/http/errors.ts'
import { mountAt } from '#server/platform/http/mount.ts'
import { makeRefusedKeys } from '#server/platform/http/rate-limit.ts'
import { languageRoutes } from '#server/platform/languages/routes.ts'
import { logOptions } from '#server/platform/log/loggable-error.ts'
import { sealedChannels } from '#server/platform/outbox/delivery.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import { TestBrowser } from './test-browser.ts'

type Options = {
  /** Environment variables. */
  variables?: Record<string, string>
}

/** A shop at a public address must set these explicitly outside production. */
const SWITCHES = { PUOTI_DEMO: 'off', PUOTI_DEV_MAILBOX: 'on', PUOTI_TEST_PAYMENT: 'on' }
const ENVIRONMENT = { NODE_ENV: 'test', PUOTI_RATE_LIMIT_FACTOR: '1000', ...SWITCHES }

const START = new Date('2026-03-02T10:00:00.000Z')

/** One server with everything about identity, its outbox, an adjustable clock, and its mails and log. */
export async function identityServer(database: DatabaseHandle, { variables = {} }: Options = {}) {
  const config = readConfig({ ...ENVIRONMENT, ...variables })
  const logged: string[] = []
  const statements: string[] = []
  const { pool } = database
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: event => void statements.push(event.query.sql),
  })
  const trustProxy = config.trustedProxies.length > 0 ? config.trustedProxies : false
  const app = fastify({
    trustProxy,
    bodyLimit: 100_000,
    routerOptions: { maxParamLength: 200 },
    logController: new LogController({ disableRequestLogging: true }),
    logger: { ...logOptions('trace'), stream: { write: line => void logged.push(line) } },
  })
  app.decorate('publicUrl', config.publicUrl)
  await app.register(cookie)
  const storage = openStorage({ db })
  installErrorAnswers(app, storage)
  const secrets = makeSecrets('a secret for tests, of no worth at all')
  const clock = { now: START }
  const context: Context = {
    config,
    origin: () => ownOrigin(config),
    refusedKeys: makeRefusedKeys(),
    db,
    now: () => clock.now,
    log: app.log,
    secrets,
    // Not on the connection whose statements are recorded. A message is due by the database's clock.
    outbox: openOutbox({ db: database.kysely, log: app.log, secrets, now: () => new Date() }),
    terminals: { byProvider: () => undefined },
    storage,
    settlement: SETTLEMENT,
  }
  const mount = mountAt(app, context)
  mount(contract.signIn, signInRoutes(context))
  mount(contract.sessions, sessionRoutes(context))
  mount(contract.phoneVerification, phoneVerificationRoutes(context))
  mount(contract.users, userRoutes(context))
  mount(contract.languages, languageRoutes(context))
  mount(contract.operator, operatorRoutes(context))
  mount(contract.passkeys, passkeyRoutes(context))
  mount(contract.privacy, privacyRoutes(context, PERSONAL_DATA))
  mount(contract.adminUsers, adminUserRoutes(context))

  const mails: MailMessage[] = []
  const texts: SmsMessage[] = []
  const sent = sealedChannels(
    { ...context, db: database.kysely, secrets },
    {
      mail: { send: async message => void mails.push(message) },
      sms: {
        async send({ to, text }) {
          texts.push({ to, text })
          return undefined
        },
      },
    },
  )
  context.outbox.start(sent)

  return {
    app,
    context,
    logged,
    /** The SQL of the calls, including transactions; without the queue's own polling. */
    statements,
    mails,
    texts,
    browser: (headers: Record<string, string> = {}) => new TestBrowser(app, headers),
    turnClock: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
    /** A browser that has signed in by a mailed link. */
    async signedIn(email: string): Promise<TestBrowser> {
      const browser = await new TestBrowser(app, {}).opened()
      // Other mails may arrive meanwhile.
      const links = () => mails.filter(({ text }) => text.includes('/login/'))
      const before = links().filter(({ to }) => to === email).length
      await browser.call('POST login', { email })
      const { path } = readSignInMail(await arrived(links, email, before + 1))
      await browser.call(`POST ${path.slice(1)}`)
      return browser
    },
    /** Waits for and returns the latest message to an address or phone. */
    lastMail: (to: string, atLeast = 1) => arrived(() => mails, to, atLeast),
    lastSms: (to: string, atLeast = 1) => arrived(() => texts, to, atLeast),
    async close() {
      await context.outbox.stop()
      await app.close()
    },
  }
}
export type IdentityServer = Awaited<ReturnType<typeof identityServer>>

async function arrived<T extends { to: string }>(box: () => readonly T[], to: string, atLeast: number): Promise<T> {
  const deadline = performance.now() + 5_000
  for (;;) {
    const own = box().filter(message => message.to === to)
    const last = own.at(-1)
    if (own.length >= atLeast && last) return last
    if (performance.now() > deadline) throw new Error(`${own.length} messages came, not ${atLeast}`)
    await sleep(5)
  }
}

/** The link's path, its three parts and the code of a mail. */
export function readSignInMail({ text }: MailMessage) {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  const code = /^\d{6}$/m.exec(text)?.[0]
  if (!link || !code) throw new Error('a mail without a link or a code')
  const path = new URL(link).pathname
  const [, , userId = '', timestamp = '', hash = ''] = path.split('/')
  return { link, path, userId, timestamp, hash, code }
}
