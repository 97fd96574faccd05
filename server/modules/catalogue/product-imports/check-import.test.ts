import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { packedFile } from '#test/files/packed-file.ts'
import type { Caller } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { checkImport } from './check-import.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['catalogue'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const send = (file: Buffer) => anna.call('POST product-imports?name=hinnat', file)

test('cells with characters that the database cannot store are wrong, and are reported without them', async () => {
  const texts = ['_xD83E_Maito', '_x0000_Maito', `${'a'.repeat(99)}🥛`, 'Maito 🥛']
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = texts.map(text => `<row>${cell(text)}${cell('2')}<c/></row>`).join('')
  const head = `<row>${cell('name_fi')}${cell('price')}${cell('muu_x0000_')}</row>`
  const file = await packedFile({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${head}${rows}</sheetData></worksheet>`,
  })
  const { status, body } = await send(file)
  expectSuccess({ status, body })
  const { id, ignored_columns } = body as ProductImport
  expect(ignored_columns).toEqual(['muu\uFFFD'])
  const { items } = (await anna.call(`GET product-imports/${id}/rows`)).body as { items: ImportRow[] }
  const names = items.map(({ problems }) => problems.find(({ field }) => field === 'names.fi'))
  expect(names.slice(0, 2)).toEqual([
    { field: 'names.fi', problem: 'invalidText', value: '\uFFFDMaito' },
    { field: 'names.fi', problem: 'invalidText', value: '\uFFFDMaito' },
  ])
  expect(names[3]).toBeUndefined()
  expect(items.map(({ name }) => name).slice(2)).toEqual([`${'a'.repeat(99)}\uFFFD`, 'Maito 🥛'])
})

test('an unreadable file is refused before the first database query', async () => {
  const gone = await testDatabase()
  await gone.close()
  const upload = {
    file: Buffer.from('PK\u0003\u0004'),
    name: 'a',
    choices: {},
  }
  const refused = await checkImport({ ...server.context, db: gone.kysely }, upload, { userId: 1, at: new Date() })
  expect(refused).toMatchObject({ refused: 'import.unreadable', extra: { problem: 'damaged' } })
})

test('a limited number of files wait for their turn; more are refused until there is room', async () => {
  const file = Buffer.from(`name_fi;price\n${'Maito;2\n'.repeat(500)}`)
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => send(file)))).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect((await send(file)).status).toBe(200)
})
