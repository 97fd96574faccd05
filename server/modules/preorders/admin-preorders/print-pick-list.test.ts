import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { PickList } from '#contract/preorders/admin-preorders.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { printPickList } from './print-pick-list.ts'

const STYLE = {
  language: 'fi',
  money: { locale: 'fi-FI', currency: 'EUR' },
  at: new Date('2026-12-01T09:00:00Z'),
} as const

const getList = (items: readonly number[]): PickList => ({
  event: { id: 1, name: 'Joulukala', start_date: '2026-12-01', end_date: '2026-12-04' },
  store: { id: 1, name: 'Kylä' },
  products: [{ id: 1, name: 'Ahven', unit: 'kg', quantity: 3.5 }],
  orders: items.map((count, at) => ({
    id: 1001 + at,
    reference_number: '10016',
    status: 'preorder_delivered',
    email: `b${at}e@puoti.example`,
    total_amount: 12.5,
    items: Array.from({ length: count }, (_, item) => ({
      id: item,
      name: `g${at}e`,
      unit: 'kpl',
      quantity: 1,
      picked: false,
    })),
  })),
})

/** The text of each page, in the order of writing. */
async function getPages(list: PickList): Promise<string[]> {
  const bytes = await buffer(await printPickList(list, STYLE))
  if (process.env.KEEP_PAPERS) writeFileSync(`${process.env.KEEP_PAPERS}/long-list.pdf`, bytes)
  return readPdf(bytes).textsByPage.map(texts => texts.join(''))
}

test('a shopper’s goods stay on one page, however many shoppers there are', async () => {
  const counts = Array.from({ length: 60 }, (_, at) => 1 + ((at * 7) % 9))
  const pages = await getPages(getList(counts))
  expect(pages.length).toBeGreaterThan(3)
  for (const [at, count] of counts.entries()) {
    const page = pages.filter(text => text.includes(`b${at}e`))
    expect(page).toHaveLength(1)
    expect(page[0]?.split(`g${at}e`)).toHaveLength(count + 1)
  }
  expect(pages.at(-1)).toContain(`${pages.length} / ${pages.length}`)
})

test('goods that fill more than a page continue on the next, and none is lost', async () => {
  const pages = await getPages(getList([120]))
  expect(pages.join('').split('g0e')).toHaveLength(121)
  expect(pages.length).toBeGreaterThan(1)
})

test('without people, an order has its number and its goods, and no sum', async () => {
  const list = getList([1])
  const orders = list.orders.map(order => ({ ...order, email: null, total_amount: null }))
  const [whole = '', page = ''] = [...(await getPages(list)), ...(await getPages({ ...list, orders }))]
  expect(whole).toMatch(/b0e@puoti.example.*12,50/s)
  expect(page).not.toMatch(/@|12,50|€/)
  expect(page).toMatch(/1001.*g0e/s)
})
