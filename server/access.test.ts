import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { testDatabase } from '#test/database.ts'
import { signedInShopper } from '#test/feature-server.ts'
import { openApp, type App } from './app.ts'
import { readConfig } from './config.ts'
import type { DatabaseHandle } from './db/connect.ts'
import { csrfToken } from './http/csrf.ts'
import { SESSION_COOKIE } from './http/session.ts'
import { sha256 } from './secrets.ts'

const resources: Record<string, Record<string, Endpoint>> = contract
const endpoints = Object.entries(resources).flatMap(([resource, of]) =>
  Object.entries(of).map(([name, declared]) => ({ ...declared, name: `${resource}.${name}` })),
)
const forAdmins = endpoints.filter(({ access }) => access === 'admin')
const isUnsafe = ({ method }: Endpoint) => method !== 'GET'

let database: DatabaseHandle
let app: App
let sessions: Record<Person, string>
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp({ config: readConfig({ NODE_ENV: 'test', PUOTI_DEMO: 'off' }), database })
  sessions = {
    anonymous: '',
    unverified: await signedInShopper(database, { isVerified: false, isAdmin: true }),
    shopper: await signedInShopper(database),
    blocked: await signedInShopper(database, { isAdmin: true }),
    'former admin': await signedInShopper(database, { isAdmin: true }),
    admin: await signedInShopper(database, { isAdmin: true }),
    'an admin whose passkey was not asked for': await signedInShopper(database, { isAdmin: true }),
  }
  // Each was an admin when the session began, and has called as one.
  for (const person of ['blocked', 'former admin'] as const) expect(await callAll(person)).not.toContain(403)
  await changeUser(sessions.blocked, { blocked_at: new Date() })
  await changeUser(sessions['former admin'], { is_admin: false })
  await givePasskey(sessions['an admin whose passkey was not asked for'])
})
afterAll(async () => {
  await app.close()
  await database.close()
})

type Person =
  | 'anonymous'
  | 'unverified'
  | 'shopper'
  | 'blocked'
  | 'former admin'
  | 'admin'
  | 'an admin whose passkey was not asked for'

const changeUser = (session: string, change: { blocked_at?: Date; is_admin?: boolean }) =>
  database.kysely
    .updateTable('app_user')
    .set(change)
    .where('id', '=', eb => eb.selectFrom('session').select('user_id').where('token_sha256', '=', sha256(session)))
    .executeTakeFirstOrThrow()

const givePasskey = (session: string) =>
  database.kysely
    .insertInto('passkey')
    .values(eb => ({
      user_id: eb
        .selectFrom('session')
        .select('user_id')
        .where('token_sha256', '=', sha256(session))
        .$asScalar()
        .$notNull(),
      credential_id: Buffer.from('a credential'),
      public_key: Buffer.from('a key'),
      counter: 0,
      transports: [],
      device_type: 'singleDevice',
      is_backed_up: false,
      name: 'Phone',
    }))
    .execute()

/** Nothing has this id, so that a call which is let through changes nothing. */
const addressOf = ({ path }: Endpoint) => `/api/${path.replaceAll(/:\w+/g, '999999')}`

async function call(declared: Endpoint, person: Person, { token = true } = {}) {
  const session = sessions[person]
  const response = await app.http.inject({
    method: declared.method,
    url: addressOf(declared),
    headers: {
      ...(session && { cookie: `${SESSION_COOKIE}=${session}` }),
      ...(declared.upload && { 'content-type': 'application/octet-stream' }),
      ...(token && session && { 'x-csrf-token': csrfToken(app.context.secrets, session) }),
    },
    ...(isUnsafe(declared) && declared.body && { payload: {} }),
    ...(declared.upload && { payload: Buffer.from('a file') }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return { status: response.statusCode, code: isJson ? response.json<{ code?: string }>().code : undefined }
}

const callAll = (person: Person) =>
  Promise.all(forAdmins.filter(each => !isUnsafe(each)).map(async each => (await call(each, person)).status))

describe('the contract', () => {
  test('says of every endpoint who may call it, in one of four words', () => {
    const words = ['anyone', 'signedIn', 'shopper', 'admin']
    expect(endpoints.filter(({ access }) => !words.includes(access)).map(({ name }) => name)).toEqual([])
  })

  test('keeps what is for admins under /api/admin, and nothing else there', () => {
    const astray = endpoints.filter(({ path, access }) => path.startsWith('admin/') !== (access === 'admin'))
    expect(astray.map(({ name }) => name)).toEqual([])
  })

  test('answers an admin before the passkey only so that it can be asked for, or the first one added', () => {
    const early = endpoints.filter(({ beforePasskey }) => beforePasskey)
    expect(early.map(({ name }) => name)).toEqual([
      'passkeys.list',
      'passkeys.askToConfirm',
      'passkeys.confirm',
      'passkeys.askToAdd',
      'passkeys.add',
    ])
    expect(early.filter(({ access }) => access !== 'admin')).toEqual([])
  })

  test('has endpoints for admins', () => {
    expect(forAdmins.length).toBeGreaterThan(0)
  })
})

describe.each(forAdmins)('$name', declared => {
  test.each([
    // Without a session there is no token either: an unsafe call does not get as far as the question who it is.
    ['anonymous', isUnsafe(declared) ? 403 : 401, isUnsafe(declared) ? 'csrf.invalid' : 'session.required'],
    ['unverified', 403, 'session.unverified'],
    ['shopper', 403, 'session.adminRequired'],
    ['blocked', 401, 'session.required'],
    ['former admin', 403, 'session.adminRequired'],
  ] as const)('is refused to someone who is %s', async (person, status, code) => {
    expect(await call(declared, person)).toEqual({ status, code })
  })

  test.runIf(!declared.beforePasskey)('is refused to an admin whose passkey was not asked for', async () => {
    const answer = await call(declared, 'an admin whose passkey was not asked for')
    expect(answer).toEqual({ status: 403, code: 'session.passkeyRequired' })
  })

  test('is there for an admin', async () => {
    const { status } = await call(declared, 'admin')
    expect([200, 202, 204, 404, 409, 422]).toContain(status)
  })

  test.runIf(isUnsafe(declared))('is refused to an admin whose call has no token', async () => {
    expect(await call(declared, 'admin', { token: false })).toEqual({ status: 403, code: 'csrf.invalid' })
  })
})

test('an address under /api/admin that nobody declared is not there', async () => {
  const undeclared: Endpoint = { ...forAdmins[0]!, method: 'GET', path: 'admin/anything' }
  expect((await call(undeclared, 'admin')).status).toBe(404)
})
