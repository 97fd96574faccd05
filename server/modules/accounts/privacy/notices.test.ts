import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NoticeSettings } from '#contract/administration/legal-notices.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { DATA_KINDS } from '#domain/accounts/personal-data.ts'
import { SESSION_DAYS, SESSION_MOST_DAYS } from '#server/platform/http/session.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let office: ShopWithCaller
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['accounts', 'administration'] })
  await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const operator = { name: 'Kylän kauppa Oy', business_id: '0245458-3', address: 'Kylätie 1', phone: '+358401234567' }
  await office.database.kysely
    .updateTable('operator')
    .set({ ...operator, email: 'kauppa@puoti.example' })
    .execute()
})
afterAll(() => office.close())

type Notices = Answer<typeof contract.privacy.notices>
const shown = async (lang: string) => (await office.get(`/api/privacy?lang=${lang}`)).json<Notices>()
const read = async (kind: string) => (await office.me.call(`GET notices/${kind}`)).body as NoticeSettings
const save = (kind: string, body: Partial<NoticeSettings>) => office.me.call(`PUT notices/${kind}`, body)

test.each(LANGUAGE_CODES)(
  'anyone can read the notices in %s, with the operator’s details and no placeholder left',
  async lang => {
    const notices = await shown(lang)
    const text = JSON.stringify(notices).replaceAll('\u00a0', ' ')
    for (const fact of ['Kylän kauppa Oy', '0245458-3', 'Kylätie 1', 'kauppa@puoti.example', '+358 40 123 4567', '90'])
      expect(text).toContain(fact)
    expect(text).not.toMatch(/\{\w+\}/)
    const logins = notices.kinds.map(({ until }) => until).join('\n')
    expect(logins).toContain(`${SESSION_DAYS} `)
    expect(logins).toContain(`${SESSION_MOST_DAYS} `)
    // The minimum of what article 13 requires: rights, the authority, and where data goes.
    expect(text).toContain('tietosuoja.fi')
    expect(notices.privacy.paragraphs.filter(paragraph => paragraph.startsWith('# '))).toHaveLength(9)
    expect(notices.kinds).toHaveLength(DATA_KINDS.length)
    expect(notices.cameras).toBeNull()
  },
)

test.each(LANGUAGE_CODES)('the notice in %s names MobilePay while a store takes it', async lang => {
  const { kysely: db } = office.database
  const text = async () => JSON.stringify((await shown(lang)).privacy)
  expect(await text()).not.toContain('MobilePay')
  const app = { store_id: await addStore(office.database), name: 'App', provider: 'mobilepay' }
  const { id } = await db.insertInto('terminal').values(app).returning('id').executeTakeFirstOrThrow()
  expect(await text()).toContain('Vipps MobilePay AS')
  await db.updateTable('terminal').set({ retired_at: new Date() }).where('id', '=', id).execute()
  expect(await text()).not.toContain('MobilePay')
})

test('the camera notice appears once the operator enables it', async () => {
  const { revision, texts } = await read('cameras')
  expect((await save('cameras', { revision, texts, is_shown: true })).status).toBe(200)
  expect((await shown('sv')).cameras).toMatchObject({ title: 'Kameror i butikerna' })
  expect(JSON.stringify((await shown('en')).cameras)).toContain('Kylän kauppa Oy')
})

test('an operator’s own text replaces the default, which stays in languages without one', async () => {
  const { revision, texts } = await read('privacy')
  const notice = { title: ' Our own ', paragraphs: ['Ask {operator}, or {nobody}.'] }
  const none = { title: '', paragraphs: [] }
  const saved = await save('privacy', { revision, is_shown: false, texts: { ...texts, en: notice, fi: none } })
  expect(saved.body).toMatchObject({ revision: revision + 1, is_shown: true, texts: { fi: texts.fi } })
  expect((await shown('en')).privacy).toEqual({
    title: 'Our own',
    paragraphs: ['Ask Kylän kauppa Oy, or {nobody}.'],
  })
  expect((await shown('fi')).privacy.title).toBe('Tietosuoja')
  const [entry] = await listAuditEntries(office.me, 'notice/1')
  expect(entry?.changes.map(({ field }) => field)).toEqual(['text.en', 'title.en'])
})

test('only one of two concurrent saves of a notice succeeds', async () => {
  const { revision, texts } = await read('privacy')
  const saves = await Promise.all(
    ['one', 'other'].map(title =>
      save('privacy', { revision, is_shown: true, texts: { ...texts, sv: { title, paragraphs: ['x'] } } }),
    ),
  )
  expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
