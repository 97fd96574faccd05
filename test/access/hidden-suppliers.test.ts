import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isForOffice } from '#contract/endpoint.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { TestBrowser } from '#test/shop/test-browser.ts'
import { livedWholeLife } from '#test/shop/whole-life.ts'
import { bought, openWorld, quiet, type WholeWorld } from '#test/shop/world.ts'
import { type Operation, operations } from './operations.ts'

const NAME = 'Piilotukku'
const EMAIL = 'tilaukset@piilotukku.example'

const forShoppers = operations.filter(each => !isForOffice(each))

let database: DatabaseHandle
let world: WholeWorld
let shopper: TestBrowser
let ids: number[]
beforeAll(async () => {
  database = await testDatabase()
  world = await openWorld(database)
  await database.kysely.updateTable('supplier').set({ name: NAME, email: EMAIL, is_name_public: false }).execute()
  await bumpCatalogue(database.kysely, 'all')
  const { browser, paid, waiting } = await livedWholeLife(world)
  shopper = browser
  await bought(browser, world.stocked)
  await browser.call('POST order', { orderItems: [{ product_id: world.stocked.soap, quantity: 1 }] })
  const event = await database.kysely.selectFrom('preorder_event').select('id').executeTakeFirstOrThrow()
  const recalled = { product_id: world.stocked.milk, lots: '', sold_from: null, sold_until: null }
  await world.admin.call('POST admin/recalls', { ...recalled, reasons: { en: 'Glass', fi: '', sv: '' } })
  await quiet(database)
  ids = [paid.id, waiting, event.id, ...Object.values(world.stocked).filter(value => typeof value === 'number')]
})
afterAll(async () => {
  await world.app.close()
  await database.close()
})

const QUERIES: Readonly<Record<string, string>> = { 'stores.distances': '?latitude=60.2&longitude=23' }

/** The bodies of the successful responses to a GET, with each record of the shop in its path. */
async function getBodies({ name, path }: Operation, browser: TestBrowser): Promise<string[]> {
  const paths = path.includes(':') ? ids.map(id => path.replaceAll(/:\w+/g, String(id))) : [path]
  const bodies: string[] = []
  for (const each of paths) {
    const url = `/api/${each}${QUERIES[name] ?? ''}`
    const response = await world.app.http.inject({ method: 'GET', url, headers: { cookie: browser.cookieHeader() } })
    const isPdf = response.headers['content-type'] === 'application/pdf'
    if (response.statusCode === 200) bodies.push(isPdf ? readPdf(response.rawPayload).texts.join(' ') : response.body)
  }
  return bodies
}

const hasName = (body: string) => /piilotukku/i.test(body)

async function namesIn(browser: TestBrowser) {
  const found: Record<string, boolean> = {}
  for (const operation of forShoppers.filter(({ method }) => method === 'GET')) {
    const bodies = await getBodies(operation, browser)
    if (bodies.length > 0) found[operation.name] = bodies.some(hasName)
  }
  return found
}
const getNames = (found: Record<string, boolean>) => Object.keys(found).filter(name => found[name])

test('only the list of products has a field for the supplier', () => {
  const naming = forShoppers.filter(({ answer }) => JSON.stringify(z.toJSONSchema(answer)).includes('supplier'))
  // The food information comes from a supplier, whose name it does not contain.
  expect(naming.map(({ name }) => name)).toEqual(['products.list', 'foodInformation.get'])
})

test('no response to a shopper, or to a visitor, has the name of a hidden supplier', async () => {
  const found = await namesIn(shopper)
  const [visitor, read] = [await new TestBrowser(world.app.http, {}).opened(), Object.keys(found)]
  expect(getNames(found)).toEqual([])
  expect(getNames(await namesIn(visitor))).toEqual([])
  const unread = forShoppers.filter(({ name, method }) => method === 'GET' && !read.includes(name))
  // The store has no lock, no call for help is open, and nobody is invited.
  expect(unread.map(({ name }) => name).toSorted()).toEqual(['doorCodes.get', 'help.state', 'invitations.get'])
})

test('no email, SMS or push to a shopper has it', async () => {
  const mails = await database.kysely.selectFrom('development_mail').selectAll().execute()
  const pushes = await database.kysely.selectFrom('push_notification').selectAll().execute()
  expect(mails.length).toBeGreaterThan(5)
  expect(pushes.length).toBeGreaterThan(0)
  expect(JSON.stringify([mails, pushes])).not.toMatch(/piilotukku/i)
})

test('a name that is shown is in the list of products only', async () => {
  await database.kysely.updateTable('supplier').set({ is_name_public: true }).execute()
  await bumpCatalogue(database.kysely, 'all')
  const lists = forShoppers.filter(({ name }) => name === 'products.list')
  const listBodies = () => Promise.all(lists.map(list => getBodies(list, shopper)))
  await expect.poll(async () => (await listBodies()).flat().some(hasName), { timeout: 10_000 }).toBe(true)
  expect(getNames(await namesIn(shopper))).toEqual(['products.list'])
})
