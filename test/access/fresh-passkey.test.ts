import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isForOffice } from '#contract/endpoint.ts'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { RETENTION_FIELDS } from '#domain/operations/retention-periods.ts'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { getAddress, isUnsafe, operations, type Operation } from './operations.ts'
import { grantPasskey } from './principals.ts'

/** Files without people: of products, stocks, stores, suppliers and sums. */
const WITHOUT_PEOPLE = [
  /^admin\/(products|suppliers|stores|preorder-events)\.(csv|xlsx)$/,
  /^admin\/product-imports\/template\./,
  /^admin\/shelf-labels/,
  /^admin\/stores\/:id\/(stock|red-labels)/,
  /^admin\/stock-takes\/:id\/lines\./,
  /^admin\/preorders\/(totals|pick-sheet)\./,
  /^admin\/(purchase-orders|orders)\/:id\W.*pdf$/,
  /^admin\/recalls\/:id\/report\./,
  /^admin\/(closings\/months|reports)\//,
  /^admin\/terminals\/:id\//,
]
/** Rights and people, ways to pay, keys, and passkeys. */
const SENSITIVE = [
  /^admin\/users\//,
  /^admin\/people\//,
  /^admin\/terminals/,
  /^admin\/stores\/:id\/(payment-mode|keypad-key)$/,
  /^admin\/passkeys/,
  /^sessions/,
  /^removal/,
]
/** A call with one of these in its body changes a device, a lock or a gateway. */
const SETTING = /"(?:\w*(?:secret|password|token|api_?key)\w*|lock|payment_mode)":/i
/** Shorter periods let the clean-up erase people. */
const ERASING = Object.keys(RETENTION_FIELDS).map(name => `"${name}":`)
/** A confirmation itself, and the second step of adding a passkey, whose challenge is valid for five minutes. */
const CONFIRMING = ['passkeys.beginConfirm', 'passkeys.confirm', 'passkeys.add']
/** The handler decides: only for some targets, or only for some fields. */
const BY_TARGET = ['adminUsers.block', 'adminUsers.blockPhone', 'adminStores.create', 'adminStores.update']

const getBody = ({ body }: Operation): string =>
  body ? JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : ''
const matches = (rules: readonly RegExp[], { path }: Operation) => rules.some(rule => rule.test(path))

const isSetting = (body: string) => SETTING.test(body) || ERASING.some(name => body.includes(name))

/** Whether a call is of a kind that an admin's session from this morning must not do. */
const isSensitive = (declared: Operation): boolean => {
  if (CONFIRMING.includes(declared.name)) return false
  if (isUnsafe(declared)) return matches(SENSITIVE, declared) || (isForOffice(declared) && isSetting(getBody(declared)))
  return isForOffice(declared) && declared.download !== undefined && !matches(WITHOUT_PEOPLE, declared)
}

const flagged = operations.filter(({ needsFreshPasskey }) => needsFreshPasskey !== undefined)
const getNames = (list: readonly Operation[]) => list.map(({ name }) => name).toSorted()

describe('the contract', () => {
  test('requires a fresh passkey for rights, people, ways to pay, locks, keys, erasing and exports of people', () => {
    const sensitive = operations.filter(isSensitive)
    expect(getNames(sensitive.filter(each => !flagged.includes(each)))).toEqual([])
    expect(sensitive.length).toBeGreaterThan(30)
  })

  test('leaves the decision to the handler only where an ordinary target needs none', () => {
    expect(getNames(flagged.filter(each => each.needsFreshPasskey === 'byTarget'))).toEqual(BY_TARGET.toSorted())
  })

  test('declares the refusal wherever it may be returned', () => {
    const silent = flagged.filter(({ errors }) => !errors.includes('session.passkeyRequired'))
    expect(getNames(silent)).toEqual([])
  })
})

const FORM = [
  'name',
  'address',
  'location',
  'time_zone',
  'always_open',
  'weekly',
  'exceptions',
  'published',
  'enable_preorders',
  'sells_age_restricted',
  'revision',
]

const NO_ID = 999_999
let database: DatabaseHandle
let app: App
beforeAll(async () => {
  database = await testDatabase()
  const variables = { NODE_ENV: 'test', PUOTI_DEMO: 'off', PUOTI_RATE_LIMIT_FACTOR: '1000' }
  app = await openApp({ config: readConfig(variables), database })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

/** An admin whose session confirmed the passkey this long ago; null: without a passkey. */
async function admin(confirmedMsAgo: number | null, signedInMsAgo = 0) {
  const session = await signedInShopper(database, { isAdmin: true })
  await database.kysely
    .updateTable('session')
    .set({ created_at: new Date(Date.now() - signedInMsAgo) })
    .where('token_sha256', '=', sha256(session))
    .execute()
  if (confirmedMsAgo !== null) {
    await grantPasskey(database, session)
    await database.kysely
      .updateTable('session')
      .set({ passkey_confirmed_at: new Date(Date.now() - confirmedMsAgo) })
      .where('token_sha256', '=', sha256(session))
      .execute()
  }
  return { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(app.context.secrets, session) }
}

async function codeFor(declared: Operation, headers: Record<string, string>) {
  const response = await app.http.inject({
    method: declared.method,
    url: getAddress(declared, NO_ID),
    headers,
    ...(declared.body && { payload: {} }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return isJson ? response.json<{ code?: string }>().code : undefined
}

describe('a session whose passkey was confirmed eleven hours ago', () => {
  const always = flagged.filter(each => each.needsFreshPasskey === true)

  test.each(always)('is asked for it again by $name', async declared => {
    expect(await codeFor(declared, await admin(11 * HOUR_MS))).toBe('session.passkeyRequired')
    expect(await codeFor(declared, await admin(9 * 60_000))).not.toBe('session.passkeyRequired')
  })

  test('reads and works as before', async () => {
    const headers = await admin(11 * HOUR_MS)
    const others = operations.filter(each => each.access === 'admin' && !isUnsafe(each) && !flagged.includes(each))
    const codes = await Promise.all(others.map(each => codeFor(each, headers)))
    expect(codes.filter(code => code === 'session.passkeyRequired')).toEqual([])
  })

  test('belongs to an admin with a passkey: without one, nothing asks for it', async () => {
    const headers = await admin(null)
    for (const declared of always)
      expect(await codeFor(declared, headers), declared.name).not.toBe('session.passkeyRequired')
  })
})

describe('an admin without a passkey who signed in two hours ago', () => {
  // Those of passkeys have a rule of their own, of ten minutes.
  const office = flagged.filter(
    each => each.needsFreshPasskey === true && isForOffice(each) && !each.errors.includes('passkey.signInAgain'),
  )

  test.each(office)('is asked to sign in again by $name', async declared => {
    expect(await codeFor(declared, await admin(null, 2 * HOUR_MS))).toBe('session.signInAgain')
    expect(await codeFor(declared, await admin(null, 55 * 60_000))).not.toBe('session.signInAgain')
  })
})

test('a store’s lock and payment mode need a fresh passkey, its other fields do not', async () => {
  const { storeId } = await stockShop(database)
  const url = `/api/admin/stores/${storeId}`
  const headers = await admin(11 * HOUR_MS)
  const read = async () => {
    const store = (await app.http.inject({ url, headers })).json<AdminStore>()
    const form = Object.entries(store).filter(([name]) => FORM.includes(name))
    return { ...Object.fromEntries(form), payment_mode: store.payment_mode, lock: null }
  }
  const save = async (change: object, by = headers) => {
    const payload = { ...(await read()), ...change }
    const response = await app.http.inject({ method: 'PUT', url, headers: by, payload })
    return [response.statusCode, response.json<{ code?: string }>().code]
  }
  expect(await save({ name: 'Kylän puoti' })).toEqual([200, undefined])
  const lock = { provider: 'nuki', settings: { smartlock_id: '17', api_token: 'another' } }
  const other = (await read()).payment_mode === 'test' ? 'terminal' : 'test'
  for (const change of [{ lock }, { lock: { provider: 'rotating', settings: {} } }, { payment_mode: other }])
    expect([change, await save(change)]).toEqual([change, [403, 'session.passkeyRequired']])
  expect(await save({ lock }, await admin(9 * 60_000))).toEqual([200, undefined])
})
