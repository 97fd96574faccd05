import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClosingMonth } from '#contract/payments/closings.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { readCells } from '#test/files/read-cells.ts'
import { sheetHeadings, unzip } from '#test/files/unzip.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder } from '#test/shop/refunds.ts'
import { onlyWhere } from '#test/tier.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let server: Shop
let anna: Caller

const MONTH = '2026-11'

/** Two days of sales, one with a refund. */
beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
  server = await openShop({ database, now: () => new Date('2026-12-02T10:00:00Z'), modules: ['payments'] })
  anna = await server.caller('admin')
  stocked = await stockShop(database)
  await setAccount(stocked.potatoes, 'Vihannekset', '3055')
  await setAccount(stocked.soap, 'Kemikaalit', null)
  await database.kysely.updateTable('operator').set({ name: 'Kylän Puoti Oy', business_id: '1234567-1' }).execute()
  for (const day of [`${MONTH}-10`, `${MONTH}-11`]) {
    const items = [
      { product_id: stocked.milk, quantity: day.endsWith('10') ? 1 : 3 },
      { product_id: stocked.soap, quantity: 1 },
      { product_id: stocked.potatoes, quantity: 0.334 },
    ]
    const { order } = await paidOrder(shop, items, { stocked })
    const admin = await getAdmin(database, order.id)
    await database.pool.query('UPDATE customer_order SET paid_at = $2 WHERE id = $1', [order.id, `${day}T09:00:00Z`])
    if (day.endsWith('10')) {
      const refund = await admin.refund(shop)
      await database.pool.query('UPDATE refund SET outcome_at = $2 WHERE id = $1', [refund.id, `${MONTH}-11T12:00:00Z`])
    }
  }
})
afterAll(async () => {
  await server.close()
  await shop.close()
  await database.close()
})

async function setAccount(productId: number, fi: string, sales_account: string | null): Promise<void> {
  const names = JSON.stringify({ en: '', fi, sv: '' })
  const group = { names, sort_order: 10, sales_account }
  const { id } = await database.kysely
    .insertInto('product_group')
    .values(group)
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.kysely
    .updateTable('product_version')
    .set({ group_id: id })
    .where('product_id', '=', productId)
    .execute()
}

const exportEndpoint = (name: string) => anna.call(`GET closings/months/${MONTH}/${name}?test=true`)
const getCents = (cell = '') => Math.round(Number(cell.replace(',', '.')) * 100)

/** Cents by entry and account. */
type Books = Map<string, number>
const add = (books: Books, key: string, cents: number) => books.set(key, (books.get(key) ?? 0) + cents)

async function booksOfVouchers(): Promise<Books> {
  const [head = [], ...rows] = readCells((await exportEndpoint('vouchers.csv')).text)
  const books: Books = new Map()
  for (const row of rows) {
    const cell = (name: string) => row[head.indexOf(name)]
    const day = (cell('Tositenumero') ?? '').slice(0, 8)
    const hasVat = cell('Alv-tili') !== ''
    add(books, `${day} ${cell('Tili')}`, getCents(cell(hasVat ? 'Veroton summa' : 'Verollinen summa')))
    if (hasVat) add(books, `${day} ${cell('Alv-tili')}`, getCents(cell('Alv summa')))
  }
  return books
}

test.each([
  ['en', ['Day', 'Store number', 'Store'], 'Net'],
  ['fi', ['Päivä', 'Kaupan numero', 'Kauppa'], 'Veroton'],
  ['sv', ['Dag', 'Butikens nummer', 'Butik'], 'Exkl. moms'],
])(
  'the spreadsheet of a month has headings for people in %s, the text file has those for programs',
  async (lang, first, net) => {
    const request = (format: string) =>
      anna.call(`GET closings/months/${MONTH}/closings.${format}?test=true&lang=${lang}`)
    const headings = sheetHeadings((await request('xlsx')).raw)
    const [names = []] = readCells((await request('csv')).text)
    expect(names.slice(0, 3)).toEqual(['date', 'store_id', 'store'])
    expect(headings.slice(0, 3)).toEqual(first)
    expect(headings[names.indexOf('net')]).toBe(net)
    expect(new Set(headings).size).toBe(names.length)
  },
)

test('a group with an account has its sales there, the others have theirs on that of the rate', async () => {
  const books = await booksOfVouchers()
  const bookedOn = (account: string) =>
    [...books].filter(([key]) => key.endsWith(` ${account}`)).map(([, cents]) => cents)
  // 0,334 kg at 2,20 €/kg is 0,73 € with VAT, of which 0,09 € or, after other milk, 0,08 €: on the 11th the first are refunded.
  expect(bookedOn('3055')).toEqual([-64, -1])
  const month = (await anna.call(`GET closings/months/${MONTH}?test=true`)).body as ClosingMonth
  const sum = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0)
  expect(sum([...bookedOn('3000'), ...bookedOn('3055')])).toBe(-Math.round(month.net * 100))
  expect(sum(bookedOn('2939'))).toBe(-Math.round(month.tax * 100))
})

test('the file for Netvisor books the same amounts, and each entry adds up to zero', async () => {
  const [head, ...rows] = readCells((await exportEndpoint('vouchers-netvisor.csv')).text)
  expect(head).toEqual(['Tositenumero', 'PVM', 'Selite 1', 'Tilinumero', 'Summa', 'ALV-%'])
  const [books, entries]: [Books, Books] = [new Map(), new Map()]
  for (const [number = '', date = '', text, account, sum] of rows) {
    expect(date.split('.').toReversed().join('')).toBe(number.slice(0, 8))
    expect(text).toMatch(/^TESTI: /)
    add(books, `${number.slice(0, 8)} ${account}`, getCents(sum))
    add(entries, number, getCents(sum))
  }
  expect(entries.size).toBe(2)
  expect([...entries.values()]).toEqual([0, 0])
  expect(books).toEqual(await booksOfVouchers())
})

test('the SIE file books the same amounts, and is a file of code page 437', async () => {
  const { raw } = await exportEndpoint('vouchers.si')
  // An ä of code page 437.
  expect(raw.includes(Buffer.from([...Buffer.from('Kyl'), 132, ...Buffer.from('n Puoti')]))).toBe(true)
  const books: Books = new Map()
  let day = ''
  for (const line of raw.toString('latin1').split('\r\n')) {
    day = /^#VER "" "" (\d{8}) /.exec(line)?.[1] ?? day
    const [, account, amount] = /^ {3}#TRANS (\d+) \{1 "\d+"\} (-?\d+\.\d\d) /.exec(line) ?? []
    if (account) add(books, `${day} ${account}`, getCents(amount))
  }
  expect(books).toEqual(await booksOfVouchers())
})

test('the ZIP file has a file for each entry: it adds up to zero, and books the same amounts', async () => {
  const files = unzip((await exportEndpoint('vouchers.zip')).raw)
  const names = [...files.keys()]
  expect(names).toEqual([expect.stringMatching(/^20261110-\d+\.csv$/), expect.stringMatching(/^20261111-\d+\.csv$/)])
  const books: Books = new Map()
  for (const [name, text] of files) {
    expect(text.startsWith('\uFEFF')).toBe(true)
    const [head, ...rows] = readCells(text)
    expect(head).toEqual(['Päivä', 'Tili', 'Selite', 'Summa', 'Debet', 'Kredit', 'ALV-%', 'Kustannuspaikka'])
    const [day, store] = name.slice(0, -4).split('-')
    for (const [date = '', account, words, sum, debit, credit, , place] of rows) {
      expect([date.split('.').toReversed().join(''), place]).toEqual([day, store])
      expect(words).toMatch(/^TESTI: /)
      expect(getCents(debit) - getCents(credit)).toBe(getCents(sum))
      expect([debit, credit].filter(side => side === '')).toHaveLength(1)
      add(books, `${day} ${account}`, getCents(sum))
    }
    expect(rows.reduce((cents, [, , , sum]) => cents + getCents(sum), 0)).toBe(0)
  }
  expect(books).toEqual(await booksOfVouchers())
})

const hasHledger = spawnSync('hledger', ['--version']).status === 0

test.runIf(onlyWhere(hasHledger, 'it needs the program hledger'))(
  'hledger reads the file for Netvisor, and its books balance',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'puoti-books-'))
    try {
      const [csv, rules] = [join(directory, 'books.csv'), join(directory, 'books.rules')]
      writeFileSync(csv, (await exportEndpoint('vouchers-netvisor.csv')).text)
      writeFileSync(
        rules,
        'separator ;\nskip 1\nfields number,date,description,account,sum,rate\ndate-format %d.%m.%Y\ndecimal-mark ,\n' +
          'account1 %account\namount1 %sum\naccount2 balance\n',
      )
      const args = ['-f', csv, '--rules-file', rules, 'balance', '--output-format', 'csv', '--no-total', '--empty']
      const balances = new Map(
        readCells(execFileSync('hledger', args, { encoding: 'utf8' }).replaceAll('\n', '\r\n').replaceAll(',"', ';"'))
          .slice(1)
          .map(([account = '', balance = '']) => [account, balance]),
      )
      expect(balances.get('balance')).toBe('0')
      const card = [...(await booksOfVouchers())]
        .filter(([key]) => key.endsWith(' 1720'))
        .reduce((sum, [, cents]) => sum + cents, 0)
      expect(getCents(balances.get('1720'))).toBe(card)
    } finally {
      rmSync(directory, { recursive: true })
    }
  },
)

test('the files are saved under the names that the documents give them', async () => {
  const paths = [
    'closings.csv',
    'closings.xlsx',
    'vouchers.csv',
    'vouchers-netvisor.csv',
    'vouchers.si',
    'vouchers.zip',
  ]
  const names = await Promise.all(
    paths.map(async path => (await anna.call(`GET closings/months/${MONTH}/${path}?test=false`)).fileName),
  )
  for (const page of [
    'docs/integrator/bookkeeping-export.md',
    'docs/shopkeeper/closings.md',
    'docs/shopkeeper/fi/closings.md',
  ]) {
    const text = readFileSync(page, 'utf8')
    const fileNames = [...text.matchAll(/`([a-z-]+)-(?:yyyy-mm|vvvv-kk)(\.[a-z]+)`/g)].map(
      ([, name, end]) => `${name}-${MONTH}${end}`,
    )
    expect(fileNames.length, page).toBeGreaterThan(0)
    expect(
      fileNames.filter(name => !names.includes(name)),
      page,
    ).toEqual([])
    expect(
      [...text.matchAll(/`vouchers[\w.-]*`/g)].map(([name]) => name),
      page,
    ).toEqual([])
  }
})
