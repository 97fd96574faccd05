import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminHome } from '#contract/administration/dashboard.ts'
import { isForOffice } from '#contract/endpoint.ts'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { injectFirst } from '#test/shop/inject-first.ts'
import { HEADERS, SAFE_HEADERS } from './answer-headers.ts'
import { expectedAtTheDoor, PRINCIPALS, getExpectedAnswer, type Principal } from './door.ts'
import { getAddress, isUnsafe, operations, promisedStatuses, type Operation } from './operations.ts'
import { allPrincipals, type Headers } from './principals.ts'

const reading = operations.filter(each => !isUnsafe(each))
const reads = {
  admin: reading.filter(({ access }) => access === 'admin'),
  keeper: reading.filter(({ access }) => access === 'keeper' || access === 'bookkeeper'),
}
/** No record has this id, so that a permitted call changes nothing. */
const NO_ID = 999_999

let database: DatabaseHandle
let app: App
let principals: Record<Principal, Headers>
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp({
    config: readConfig({ NODE_ENV: 'test', PUOTI_DEMO: 'off', PUOTI_RATE_LIMIT_FACTOR: '100' }),
    database,
  })
  principals = await allPrincipals({ app, database }, async (headers, who) => {
    const answers = await Promise.all(reads[who].map(each => call(each, headers)))
    expect(answers.map(({ status }) => status)).not.toContain(403)
  })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

async function call(declared: Operation, headers: Headers) {
  const options: InjectOptions = {
    method: declared.method,
    url: getAddress(declared, NO_ID),
    headers: { ...headers, ...(declared.upload && { 'content-type': 'application/octet-stream' }) },
    ...(declared.body && { payload: {} }),
    ...(declared.upload && { payload: Buffer.from('a file') }),
  }
  const response = await (declared.stream ? injectFirst(app.http, options) : app.http.inject(options))
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const code = isJson ? (JSON.parse(response.body) as { code?: string }).code : undefined
  return { status: response.statusCode, code, said: getExpectedAnswer(declared, code), headers: response.headers }
}

/** The value of a function for each principal. */
const forEach = <T>(check: (principal: Principal) => T) =>
  Object.fromEntries(PRINCIPALS.map(principal => [principal, check(principal)]))

describe('the contract', () => {
  test('declares one of eight kinds of access for each operation', () => {
    const words = ['anyone', 'signedIn', 'shopper', 'admin', 'keeper', 'helper', 'bookkeeper', 'staff']
    expect(operations.filter(({ access }) => !words.includes(access)).map(({ name }) => name)).toEqual([])
  })

  test('has the operations of the back office under /api/admin, and no others there', () => {
    const astray = operations.filter(each => each.path.startsWith('admin/') !== isForOffice(each))
    expect(astray.map(({ name }) => name)).toEqual([])
  })

  test('allows an admin before the passkey confirmation only to list, add and confirm passkeys', () => {
    const early = operations.filter(({ beforePasskey }) => beforePasskey)
    expect(early.map(({ name }) => name)).toEqual([
      'passkeys.list',
      'passkeys.beginConfirm',
      'passkeys.confirm',
      'passkeys.beginAdd',
      'passkeys.add',
    ])
    expect(early.filter(({ access }) => access !== 'staff')).toEqual([])
  })

  test('allows bookkeepers to change nothing but their passkeys and payouts, and to read nothing of shoppers', () => {
    const bookkeeperOperations = operations.filter(({ access }) => access === 'bookkeeper' || access === 'staff')
    const unsafe = bookkeeperOperations.filter(isUnsafe).map(({ name }) => name)
    expect(unsafe.filter(name => !name.startsWith('passkeys.'))).toEqual(['payouts.upload', 'payouts.remove'])
    expect(new Set(bookkeeperOperations.map(({ name }) => name.split('.')[0]))).toEqual(
      new Set([
        'adminHome',
        'adminOrders',
        'adminStores',
        'changes',
        'closings',
        'passkeys',
        'payouts',
        'reports',
        'views',
      ]),
    )
    const orderOperations = bookkeeperOperations.map(({ name }) => name).filter(name => name.startsWith('adminOrders.'))
    expect(orderOperations).toEqual(['adminOrders.receiptPdf'])
  })

  test('allows helpers neither people, orders, receipts nor sums of sales', () => {
    const resources = operations
      .filter(({ access }) => access === 'helper' || access === 'staff')
      .map(({ name }) => name.split('.')[0] ?? '')
    expect(new Set(resources)).toEqual(
      new Set([
        'adminHome',
        'adminPreorderEvents',
        'adminPreorders',
        'adminProducts',
        'adminStores',
        'approvals',
        'changes',
        'listExports',
        'passkeys',
        'presence',
        'productGroups',
        'purchaseOrders',
        'reducedLots',
        'shelfLabels',
        'stock',
        'stockTakes',
        'suppliers',
        'views',
      ]),
    )
    const helperOperations = operations.filter(({ access }) => access === 'helper').map(({ name }) => name)
    expect(helperOperations.filter(name => /^(listExports|admin)/.test(name))).toEqual([
      'adminProducts.list',
      'adminProducts.vatClasses',
      'listExports.stockCsv',
      'listExports.stockXlsx',
      'listExports.stockTakeLinesCsv',
      'listExports.stockTakeLinesXlsx',
      'adminPreorderEvents.choices',
      'adminPreorders.event',
      'adminPreorders.pickList',
      'adminPreorders.pickSheetPdf',
      'adminPreorders.markPicked',
    ])
  })

  test('has more than 200 operations, and the tests have nineteen kinds of callers', () => {
    expect(operations.length).toBeGreaterThan(200)
    expect(PRINCIPALS).toHaveLength(19)
  })
})

// The operation that ends sessions comes last.
const endsSession = ({ name }: Operation) => Number(name === 'signIn.logout')
const inOrder = operations.toSorted((a, b) => endsSession(a) - endsSession(b))

test.each(inOrder)('$name admits exactly the callers that its access allows', async declared => {
  const calls = PRINCIPALS.map(async principal => [principal, await call(declared, principals[principal])] as const)
  const answers = Object.fromEntries(await Promise.all(calls)) as Record<Principal, Awaited<ReturnType<typeof call>>>

  expect(forEach(principal => answers[principal].said)).toEqual(
    forEach(principal => expectedAtTheDoor(declared, principal)),
  )
  const letIn = PRINCIPALS.filter(principal => answers[principal].said === 'in')
  for (const principal of letIn) expect(promisedStatuses(declared)).toContain(answers[principal].status)
  for (const { status, headers } of Object.values(answers)) {
    expect(headers).toMatchObject(SAFE_HEADERS)
    // A list with an ETag is revalidated each time; browsers and proxies store nothing else.
    expect(headers['cache-control']).toMatch(
      status < 300 ? /^no-store(?:, no-transform)?$|^private, no-cache$/ : /^no-store$/,
    )
    expect(Object.keys(headers).filter(name => !HEADERS.has(name))).toEqual([])
  }
})

test('an undeclared address under /api/admin returns a 404', async () => {
  const undeclared: Operation = { ...adminHome.get, name: 'undeclared', path: 'admin/anything' }
  expect((await call(undeclared, principals.admin)).status).toBe(404)
})
