import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { MAX_IMAGE_BYTES, MAX_IMAGES, type ProductImage } from '#contract/catalogue/product-images.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { CLEAN_UP_RULES } from '#server/module-list.ts'
import { cleanUp } from '#server/modules/operations/clean-up/clean-up.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { installSecurityHeaders } from '#server/platform/http/security-headers.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { testDatabase } from '#test/database/database.ts'
import { noisy, plain } from '#test/files/images.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import { type Caller, signedInShopper } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const COLOURS = ['#f00', '#0f0', '#00f', '#ff0', '#0ff', '#f0f', '#000', '#fff', '#888']

let now = new Date('2026-03-02T10:00:00Z')
let database: DatabaseHandle
let server: Shop
let admin: Caller
let vatClassId: number
let shopper: string
/** In the order of COLOURS. */
let pictures: Buffer[]
/** The product of the current test. */
let productId: number
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, now: () => now, modules: ['catalogue', 'administration'] })
  installSecurityHeaders(server.app)
  admin = await server.caller('admin')
  shopper = await signedInShopper(database, { activeStoreId: await addStore(database) })
  vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1400 } })
  pictures = await Promise.all(COLOURS.map(colour => plain(colour).png().toBuffer()))
})
const newProduct = () => {
  const names = { en: 'Milk', fi: 'Maito', sv: 'Mjölk' }
  return addProduct(database, { vatClassId, names, texts: { en: '', fi: '', sv: '' } })
}
beforeEach(async () => void (productId = await newProduct()))
afterAll(async () => {
  await server.close()
  await database.close()
})

type Answer = { status: number; body: ProductImage[] & { code?: string; current?: ProductImage[]; max?: number } }
const send = async (request: string, payload?: object, product = productId): Promise<Answer> => {
  const [method, rest = ''] = request.split(' ')
  const { status, body } = await admin.call(`${method} products/${product}/images${rest}`, payload)
  return { status, body: body as Answer['body'] }
}
async function add(picture: Buffer): Promise<ProductImage> {
  const { status, body } = await send('POST', picture)
  expectSuccess({ status, body })
  return body.at(-1)!
}
async function addThree(): Promise<[number, number, number]> {
  const [one, two, three] = [await add(pictures[0]!), await add(pictures[1]!), await add(pictures[2]!)]
  return [one.id, two.id, three.id]
}
const getIds = (images: readonly ProductImage[]) => images.map(({ id }) => id)
const read = async (id = productId) => (await admin.call(`GET products/${id}`)).body as AdminProduct
const readIds = async () => getIds((await read()).images)
const trail = () => listAuditEntries(admin, `product/${productId}`)
const catalogueVersion = async () =>
  (await database.kysely.selectFrom('store').select('catalogue_version').executeTakeFirstOrThrow()).catalogue_version

describe('adding an image', () => {
  test('puts it last and returns the addresses of its files', async () => {
    const first = await add(await noisy({ width: 1000, height: 500 }).jpeg().toBuffer())
    expect(first).toMatchObject({ width: 1000, height: 500 })
    expect(first.files.map(({ width }) => width)).toEqual([160, 320, 640, 1000])
    const second = await add(pictures[0]!)
    expect((await read()).images).toEqual([first, second])
  })

  test('keeps the product’s revision, so that open forms stay valid, and updates its time of change', async () => {
    now = new Date('2026-03-03T10:00:00Z')
    const { revision } = await read()
    await add(pictures[0]!)
    expect(await read()).toMatchObject({ revision, updated_at: now.toISOString() })
  })

  test('is audited, and changes the catalogue version', async () => {
    const before = await catalogueVersion()
    const { files } = await add(pictures[0]!)
    const [entry] = await trail()
    expect(entry).toMatchObject({ action: 'changed', by: { id: admin.id } })
    expect(entry?.changes).toEqual([{ field: 'images', from: [], to: [files[0]?.url] }])
    expect(await catalogueVersion()).toBe(before + 1)
  })

  test('adds the same image only once, with one audit entry', async () => {
    const { id } = await add(pictures[0]!)
    await add(pictures[1]!)
    expect(getIds((await send('POST', pictures[0])).body)[0]).toBe(id)
    expect((await read()).images.length).toBe(2)
    expect((await trail()).length).toBe(2)
  })

  test('can replace the other pictures, but none of the label, and the former ones can be restored', async () => {
    const [one, two, label] = await addThree()
    await send(`PUT /${label}/label`, { languages: ['fi'] })
    const { status, body } = await send('POST ?replaces=true', pictures[3])
    expectSuccess({ status, body })
    const added = body.at(-1)!.id
    expect(await readIds()).toEqual([label, added])
    // The same picture again stays, and nothing replaces it.
    await send('POST ?replaces=true', pictures[3])
    expect(await readIds()).toEqual([label, added])
    expectSuccess(await send(`POST /${two}/restore`))
    expectSuccess(await send(`POST /${one}/restore`))
    expect(await readIds()).toEqual([one, two, label, added])
  })

  test('that replaces is possible for a product with the maximum number of images', async () => {
    for (const picture of pictures.slice(0, MAX_IMAGES)) await add(picture)
    expectSuccess(await send('POST ?replaces=true', pictures[MAX_IMAGES]))
    expect((await readIds()).length).toBe(1)
  })

  test('is refused for a file that is not a supported image, judging by its content', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')
    for (const [file, code] of [
      [svg, 'image.kind'],
      [await plain('#123').gif().toBuffer(), 'image.kind'],
      [Buffer.from('%PDF-1.7'), 'image.kind'],
      [Buffer.alloc(0), 'image.kind'],
      [heic, 'image.heic'],
      [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image.unreadable'],
    ] as const) {
      expect(await send('POST', file)).toMatchObject({ status: 422, body: { code } })
    }
    expect(await readIds()).toEqual([])
  })

  test('is refused for a product that does not exist', async () => {
    expect(await send('POST', pictures[0], 999_999)).toMatchObject({ status: 404, body: { code: 'notFound' } })
  })

  test('stops at the maximum number of images, even with concurrent requests', async () => {
    for (const picture of pictures.slice(0, MAX_IMAGES - 1)) await add(picture)
    const rest = await Promise.all(pictures.slice(MAX_IMAGES - 1).map(picture => send('POST', picture)))
    expect(rest.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(rest.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'image.tooMany', max: MAX_IMAGES })
    expect((await readIds()).length).toBe(MAX_IMAGES)
  })
})

describe('an uploaded file', () => {
  const upload = async (payload: Buffer | Readable, { type = 'image/jpeg', session = '' } = {}) => {
    const token = session || (await signedInShopper(database, { isAdmin: true }))
    return server.app.inject({
      method: 'POST',
      url: `/api/admin/products/${productId}/images`,
      headers: {
        cookie: `${SESSION_COOKIE}=${token}`,
        'x-csrf-token': csrfToken(server.context.secrets, token),
        ...(type && { 'content-type': type }),
      },
      payload,
    })
  }
  const getCode = async (answer: ReturnType<typeof upload>) => (await answer).json<{ code?: string }>().code

  test('may declare any image type or a generic one', async () => {
    for (const type of ['image/png', 'image/jpeg', 'Image/PNG', 'application/octet-stream'])
      expect((await upload(pictures[0]!, { type })).statusCode).toBe(200)
  })

  test('is refused with any other content type', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'image'])
      expect(await getCode(upload(pictures[0]!, { type }))).toBe('request.malformed')
    expect(await readIds()).toEqual([])
  })

  test('is refused beyond the size limit, with or without a Content-Length', async () => {
    const large = Buffer.alloc(MAX_IMAGE_BYTES + 1)
    expect(await getCode(upload(large))).toBe('request.tooLarge')
    const pieces = Readable.from(Array.from({ length: 16 }, () => Buffer.alloc(1_000_000)))
    expect(await getCode(upload(pieces))).toBe('request.tooLarge')
  })

  test('is not read when the sender is not an admin', async () => {
    let accepted = 0
    const pieces = Readable.from(
      (function* () {
        for (; accepted < 1000; accepted++) yield Buffer.alloc(100_000)
      })(),
    )
    expect(await getCode(upload(pieces, { session: shopper }))).toBe('session.adminRequired')
    expect(accepted).toBeLessThan(10)
  })

  test('is refused as the body of another call', async () => {
    expect((await admin.call('POST products', pictures[0])).body).toMatchObject({ code: 'request.malformed' })
  })
})

describe('the order of images', () => {
  test('is saved as requested and audited', async () => {
    const [one, two, three] = await addThree()
    const { body } = await send('PUT', { ids: [three, one, two] })
    expect(getIds(body)).toEqual([three, one, two])
    expect(await readIds()).toEqual([three, one, two])
    expect((await trail())[0]?.changes.map(({ field }) => field)).toEqual(['images'])
  })

  test.each([
    ['one is missing', ([one, two]: number[]) => [one, two]],
    ['one is named twice', ([one, two]: number[]) => [one, two, two]],
    ['one is of another product', ([one, two]: number[]) => [one, two, 999_999]],
  ])('is not changed when %s', async (_name, pick) => {
    const ids = await addThree()
    const answer = await send('PUT', { ids: pick(ids) })
    expect(answer).toMatchObject({ status: 409, body: { code: 'record.changed' } })
    expect(getIds(answer.body.current!)).toEqual(ids)
    expect(await readIds()).toEqual(ids)
  })

  test('causes no change when it stays the same', async () => {
    const ids = await addThree()
    const before = await catalogueVersion()
    expect((await send('PUT', { ids })).status).toBe(200)
    expect((await trail()).length).toBe(3)
    expect(await catalogueVersion()).toBe(before)
  })
})

describe('removing an image', () => {
  test('can be undone to the former place, and both are audited', async () => {
    const [one, two, three] = await addThree()
    expect(getIds((await send(`DELETE /${two}`)).body)).toEqual([one, three])
    expect(await readIds()).toEqual([one, three])
    expect(getIds((await send(`POST /${two}/restore`)).body)).toEqual([one, two, three])
    expect((await trail()).length).toBe(5)
  })

  test('is idempotent, and so is restoring', async () => {
    const [one, two, three] = await addThree()
    await send(`DELETE /${two}`)
    expect(getIds((await send(`DELETE /${two}`)).body)).toEqual([one, three])
    await send(`POST /${two}/restore`)
    expect(getIds((await send(`POST /${two}/restore`)).body)).toEqual([one, two, three])
    expect((await trail()).length).toBe(5)
  })

  test('is refused for an image of another product', async () => {
    const { id } = await add(pictures[0]!)
    const other = await newProduct()
    expect((await send(`DELETE /${id}`, undefined, other)).status).toBe(404)
    expect((await send(`POST /${id}/restore`, undefined, other)).status).toBe(404)
    expect(await readIds()).toEqual([id])
  })

  test('makes room for another image, and restoring is refused when there is no room', async () => {
    for (const picture of pictures.slice(0, MAX_IMAGES)) await add(picture)
    const [first] = await readIds()
    await send(`DELETE /${first}`)
    await add(pictures[MAX_IMAGES]!)
    expect((await send(`POST /${first}/restore`)).body).toMatchObject({ code: 'image.tooMany' })
  })

  test('puts the image last when it is added again', async () => {
    const [one, two, three] = await addThree()
    await send(`DELETE /${one}`)
    expect(getIds((await send('POST', pictures[0])).body)).toEqual([two, three, one])
  })

  test('is final after a day', async () => {
    const { id: one, files } = await add(await noisy({ width: 90, height: 90 }).png().toBuffer())
    const { id: two } = await add(pictures[0]!)
    const { url } = files[0]!
    await send(`DELETE /${one}`)
    now = new Date(now.getTime() + 23 * HOUR_MS)
    await cleanUp(server.context, CLEAN_UP_RULES)
    expect((await server.get(url)).statusCode).toBe(200)
    await send(`DELETE /${two}`)
    now = new Date(now.getTime() + 2 * HOUR_MS)
    await cleanUp(server.context, CLEAN_UP_RULES)
    expect((await send(`POST /${one}/restore`)).status).toBe(404)
    expect((await send(`POST /${two}/restore`)).status).toBe(200)
    expect((await server.get(url)).statusCode).toBe(404)
  })
})

describe('an image’s address', () => {
  test('serves its bytes to anyone, with an immutable cache header', async () => {
    const { files } = await add(await noisy({ width: 700, height: 350 }).webp().toBuffer())
    for (const { url, width } of files) {
      expect(url).toMatch(/^\/images\/[0-9a-f]{64}-\d+\.webp$/)
      const answer = await server.get(url)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height: width / 2 })
      const headers = { 'if-none-match': String(answer.headers.etag) }
      expect(await server.get(url, { headers })).toMatchObject({ statusCode: 304, payload: '' })
    }
  })

  test('returns 404 when it is altered', async () => {
    const { files } = await add(pictures[0]!)
    const { url } = files[0]!
    const [hash = ''] = /[0-9a-f]{64}/.exec(url) ?? []
    for (const wrong of [
      url.replace('-160.', '-161.'),
      url.replace('.webp', '.png'),
      url.replace('.webp', ''),
      url.replace(hash, hash.replaceAll(/./g, '0')),
      url.replace(hash, hash.toUpperCase()),
      '/images/..%2f..%2fetc%2fpasswd',
      '/images/',
    ]) {
      const answer = await server.get(wrong)
      expect([wrong, answer.statusCode]).toEqual([wrong, 404])
      expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
    }
  })
})

describe('the first image', () => {
  const listed = async () =>
    (await server.get('/api/products', { session: shopper })).json<Product[]>().find(({ id }) => id === productId)
  const row = async () =>
    ((await admin.call(`GET products?q=${productId}`)).body as { items: ProductRow[] }).items.find(
      ({ id }) => id === productId,
    )

  test('is shown in the shoppers’ list and in the admins’ list', async () => {
    expect((await listed())?.images).toEqual([])
    expect((await row())?.thumbnail).toBeNull()
    const [one, two, three] = await addThree()
    await send('PUT', { ids: [two, one, three] })
    const files = (await read()).images[0]!.files
    await expect.poll(async () => (await listed())?.images, { timeout: 3000 }).toEqual(files)
    expect((await row())?.thumbnail).toBe(files[0]?.url)
    for (const id of [one, two, three]) await send(`DELETE /${id}`)
    await expect.poll(async () => (await listed())?.images, { timeout: 3000 }).toEqual([])
    expect((await row())?.thumbnail).toBeNull()
  })
})
