import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Health, LanguageSettings, OperatorSettings, TermsVersion } from '#contract/administration/settings.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let servers: Shop[]
let anna: Caller
/** Another admin, at another server of the shop. */
let bertil: Caller
beforeAll(async () => {
  database = await testDatabase()
  const open = () => openShop({ database, modules: ['orders', 'accounts', 'administration'] })
  servers = [await open(), await open()]
  anna = await servers[0]!.caller('admin')
  bertil = await servers[1]!.caller('admin')
})
afterAll(async () => {
  await Promise.all(servers.map(server => server.close()))
  await database.close()
})

const read = async <T>(path: string, by = anna) => (await by.call(`GET settings/${path}`)).body as T
const put = (path: string, body: object, by = anna) => by.call(`PUT settings/${path}`, body)
const publicly = async <T>(path: string) => (await servers[1]!.get(`/api/${path}`)).json<T>()
const getAuditLog = (kind: string, id: number) => listAuditEntries(anna, `${kind}/${id}`)

describe('the operator', () => {
  const NEW = { name: 'Kylän kauppa Oy', business_id: '0245458-3', address: 'Kylätie 1', email: '', phone: '' }

  test('is returned by every server as soon as it is saved, and is in the audit log', async () => {
    const { revision } = await read<OperatorSettings>('operator')
    const saved = await put('operator', { ...NEW, name: ` ${NEW.name} `, revision, reason: 'new company' })
    expect(saved).toMatchObject({ status: 200, body: { ...NEW, revision: revision + 1 } })
    expect(await publicly('operator')).toMatchObject(NEW)
    expect((await getAuditLog('operator', 1))[0]).toMatchObject({ action: 'changed', reason: 'new company' })
    expect(await put('operator', { ...NEW, revision: revision + 1 })).toMatchObject({
      body: { revision: revision + 1 },
    })
  })

  test('is not saved with a new business id whose check digit is wrong, in the configured country', async () => {
    const { revision, business_id, country } = await read<OperatorSettings>('operator')
    expect(country).toBe('FI')
    expect(await put('operator', { ...NEW, business_id: '2345678-9', revision })).toMatchObject({
      status: 422,
      body: { code: 'form.invalid', problems: [{ field: 'business_id', problem: 'digit' }] },
    })
    // One that was saved before ids were checked stays.
    await database.kysely.updateTable('operator').set({ business_id: '2345678-9' }).execute()
    const response = await put('operator', { ...NEW, business_id: '2345678-9', phone: '+358401', revision })
    expect(response.status).toBe(200)
    await put('operator', { ...NEW, business_id, revision: revision + 1 })
  })

  test('may have an address at a domain with letters of a language, and an id copied with another hyphen', async () => {
    const { revision, ...before } = await read<OperatorSettings>('operator')
    const typed = { ...NEW, email: 'apu@kyläkauppa.fi', business_id: '0245458\u20113' }
    expect(await put('operator', { ...typed, revision })).toMatchObject({
      status: 200,
      body: { email: 'apu@xn--kylkauppa-x2a.fi', business_id: '0245458-3' },
    })
    await put('operator', { ...NEW, business_id: before.business_id, revision: revision + 1 })
  })

  test('is not overwritten when another admin saved it meanwhile', async () => {
    const { revision } = await read<OperatorSettings>('operator')
    const saves = await Promise.all(
      [anna, bertil, anna, bertil].map((by, n) => put('operator', { ...NEW, phone: `+35820${n}`, revision }, by)),
    )
    expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const late = saves.find(({ status }) => status === 409)
    expect(late?.body).toMatchObject({ code: 'record.changed', current: { revision: revision + 1 } })
  })

  test.each<object>([{ name: ' ' }, { email: 'nobody' }, { name: 'x'.repeat(201) }, { id: 2 }])(
    'is not saved with %j',
    async wrong => {
      const { revision } = await read<OperatorSettings>('operator')
      expect((await put('operator', { ...NEW, revision, ...wrong })).status).toBe(422)
    },
  )
})

describe('the terms of purchase', () => {
  const text = (title: string, ...paragraphs: string[]) => ({ title, paragraphs })
  const inAll = (title: string) => ({
    en: text(title, 'One', 'Two'),
    fi: text(`${title} fi`, 'Yksi'),
    sv: text(`${title} sv`, 'Ett'),
  })
  const publish = (based_on: number | null, texts: object, by = anna) =>
    by.call('POST settings/terms', { based_on, texts })
  const newest = async () =>
    ((await anna.call('GET settings/terms?size=1')).body as { items: TermsVersion[] }).items[0]?.id ?? null

  test('apply to the next order once published, and earlier orders keep theirs', async () => {
    const stocked = await stockShop(database)
    const shop = await openShop({ database })
    const ordered = async () => {
      const items = { orderItems: [{ product_id: stocked.milk, quantity: 1 }] }
      const { id } = (await shop.call(await stocked.shopper(), 'POST order', items)).json<{ id: number }>()
      return async () =>
        database.kysely
          .selectFrom('customer_order')
          .select('terms_version_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
    }
    const first = (await publish(await newest(), inAll('First'))).body as TermsVersion
    const earlier = await ordered()
    const second = (await publish(first.id, inAll('Second'))).body as TermsVersion
    const later = await ordered()
    expect([await earlier(), await later()].map(order => order.terms_version_id)).toEqual([first.id, second.id])
    expect(await publicly('operator?lang=fi')).toMatchObject({
      terms: { id: second.id, title: 'Second fi', paragraphs: ['Yksi'] },
    })
    const { items } = (await anna.call('GET settings/terms')).body as { items: TermsVersion[] }
    expect(items.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(items[1]?.texts).toEqual(inAll('First'))
    await shop.close()
  })

  test('are not published over a version that another admin published meanwhile', async () => {
    const based = await newest()
    const answers = await Promise.all([
      publish(based, inAll('By Anna')),
      publish(based, inAll('By Bertil'), bertil),
      publish(based, inAll('By Anna again')),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const won = answers.find(({ status }) => status === 200)?.body as TermsVersion
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ current: { id: won.id } })
  })

  test('are not published again when they equal the newest version', async () => {
    const { id } = (await publish(await newest(), inAll('Same'))).body as TermsVersion
    expect((await publish(id, inAll('Same'))).body).toMatchObject({ id })
    const auditLog = await getAuditLog('terms', 1)
    expect(
      auditLog.filter(({ changes }) => changes.some(({ field, to }) => field === 'version' && to === id)),
    ).toHaveLength(1)
  })

  test.each<object>([
    { ...inAll('x'), sv: undefined },
    { ...inAll('x'), en: text('', 'a') },
    { ...inAll('x'), en: text('a') },
    { ...inAll('x'), en: text('a', ' ') },
  ])('must be complete in every language: %j is refused', async texts => {
    expect((await publish(await newest(), texts)).status).toBe(422)
  })
})

describe('the languages', () => {
  type Offered = { id: number; code: string }[]
  const codes = async () => (await publicly<Offered>('languages')).map(({ code }) => code)
  const arranged = async (...names: string[]) => {
    const { revision, languages } = await read<LanguageSettings>('languages')
    const rank = (code: string) => (names.includes(code) ? names.indexOf(code) : 9)
    const order = languages
      .toSorted((a, b) => rank(a.code) - rank(b.code))
      .map(({ id, code }) => ({ id, is_hidden: !names.includes(code) }))
    return put('languages', { revision, languages: order })
  }

  test('are offered in their order by every server at once, and a hidden one cannot be chosen', async () => {
    expect((await arranged('fi', 'sv')).status).toBe(200)
    expect(await codes()).toEqual(['fi', 'sv'])
    const en = (await read<LanguageSettings>('languages')).languages.find(({ code }) => code === 'en')!
    expect(en.is_hidden).toBe(true)
    const shop = servers[1]!
    expect((await shop.get('/api/languages')).statusCode).toBe(200)
    expect((await bertil.call('PUT ../user', { language_id: en.id })).status).toBe(422)
    expect((await getAuditLog('languages', 1))[0]?.changes).toEqual([
      { field: 'hidden', from: '', to: 'en' },
      { field: 'offered', from: 'en, fi, sv', to: 'fi, sv' },
    ])
    expect((await arranged('en', 'fi', 'sv')).status).toBe(200)
    expect(await codes()).toEqual(['en', 'fi', 'sv'])
  })

  test('cannot all be hidden, and each must be listed exactly once', async () => {
    expect(await arranged()).toMatchObject({ status: 422, body: { code: 'languages.none' } })
    const { revision, languages } = await read<LanguageSettings>('languages')
    const all = languages.map(({ id }) => ({ id, is_hidden: false }))
    for (const wrong of [all.slice(1), [...all, all[0]!], [...all.slice(1), { id: 9, is_hidden: false }]])
      expect((await put('languages', { revision, languages: wrong })).status).toBe(422)
    expect((await put('languages', { revision: revision + 1, languages: all })).status).toBe(409)
  })
})

test('the health report has the lost messages, the database’s size and the broken invariants', async () => {
  await database.kysely
    .insertInto('invariant_check')
    .values({ invariant: 'I3', violations: 2, sample: '[]', checked_at: new Date(), violated_since: new Date() })
    .onConflict(conflict => conflict.column('invariant').doUpdateSet({ violations: 2 }))
    .execute()
  await database.pool.query(`INSERT INTO outbox_message (kind, state, reason, sent_at)
    VALUES ('sms', 'failed', 'ECONNREFUSED', now()), ('sms', 'failed', 'EAUTH 535', now() - interval '2 days')`)
  const health = await read<Health>('health')
  expect(health).toMatchObject({
    mail: { kind: 'mailbox', waiting: 0, undeliverable: 0, reason: null },
    sms: { kind: 'mailbox', undeliverable: 1, reason: 'ECONNREFUSED' },
  })
  expect(health.database.version).toMatch(/^\d+/)
  expect(health.database.size_bytes).toBeGreaterThan(1_000_000)
  expect(health.violated_invariants).toEqual(['I3'])
})
