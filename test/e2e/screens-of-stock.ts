import { expect } from '@playwright/test'
import type { StockTake } from '#contract/stock/stock-takes.ts'
import { getEan, goods, getLabel } from './goods.ts'
import { enterOffice } from './office-visit.ts'
import { MATHILDEDAL, productWith, type Shopper, storeNamed, TEIJO } from './people.ts'
import type { Screen, Visit } from './screen-list.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const getName = (key: string, { language }: Visit) => goods(key).names[language]

async function enterStock(visit: Visit, query: (store: number) => string, store = MATHILDEDAL): Promise<Shopper> {
  const admin = await enterOffice(visit)
  const { id } = await storeNamed(admin.api, store)
  await visit.page.goto(`/stock?store=${id}${query(id)}`)
  await expect(visit.page.getByRole('heading', { level: 1 })).toBeVisible()
  return admin
}

/** Scans some goods for a delivery, waste or a correction. */
async function scanFor(
  visit: Visit,
  work: 'delivery' | 'waste' | 'correction',
  codes: readonly string[],
): Promise<void> {
  await enterStock(visit, () => `&work=${work}`)
  await expect(visit.page.getByRole('heading', { level: 1, name: visit.t(`stock.${work}`) })).toBeVisible()
  await scanWithWedge(visit.page, codes)
}

const lines = ({ page, t }: Visit) => page.getByRole('list', { name: t('stock.lines') }).getByRole('listitem')

/** A store's stock take with two counted products, one of them less than recorded. */
async function stockTakeIn(
  visit: Visit,
  storeName: string,
): Promise<{ path: string; take: StockTake; admin: Shopper }> {
  const admin = await enterOffice(visit)
  const { api } = admin
  const store = (await storeNamed(api, storeName)).id
  const { items } = await api.request<{ items: StockTake[] }>(`GET admin/stores/${store}/stock-takes`)
  const take = items[0] ?? (await api.request<StockTake>(`POST admin/stores/${store}/stock-takes`))
  if (items.length === 0)
    for (const [key, quantity] of [
      ['light-milk', 7],
      ['butter', 3],
    ] as const) {
      const { id } = await productWith(api, getEan(key))
      const count = { key: `${key}-${take.id}-${process.pid}`, product_id: id, mode: 'set', quantity }
      await api.request(`POST admin/stock-takes/${take.id}/counts`, count)
    }
  return { path: `/stock?store=${store}&take=${take.id}`, take, admin }
}

/** Receiving, counting, wasting, correcting; stock takes; ledgers. */
export const STOCK_SCREENS: readonly Screen[] = [
  {
    name: 'admin-stock',
    async open(visit) {
      await enterStock(visit, () => '')
      await expect(visit.page.getByRole('link', { name: getName('light-milk', visit), exact: true })).toBeVisible()
    },
  },
  {
    name: 'admin-delivery-empty',
    async open(visit) {
      await enterStock(visit, () => '&work=delivery')
      await expect(visit.page.getByText(visit.t('stock.nothingReceived'))).toBeVisible()
    },
  },
  {
    name: 'admin-delivery',
    async open(visit) {
      await scanFor(visit, 'delivery', [getEan('light-milk'), getLabel('rainbow-trout-fillet', 455), getEan('eggs')])
      await expect(lines(visit)).toHaveCount(3)
    },
  },
  {
    name: 'admin-delivery-number',
    async open(visit) {
      await scanFor(visit, 'delivery', [getEan('light-milk')])
      await lines(visit).getByRole('button').first().click()
      await expect(visit.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-waste-reason',
    // The required field is scrolled into view when its message appears.
    isOpenedInEach: true,
    async open(visit) {
      await scanFor(visit, 'waste', [getEan('rye-bread'), getEan('light-milk')])
      await expect(lines(visit)).toHaveCount(2)
      await visit.page.getByRole('button', { name: visit.t('stock.wasteSend_other', { count: '2' }) }).click()
      await expect(visit.page.getByText(visit.t('form.requiredField'))).toBeVisible()
    },
  },
  {
    name: 'admin-correction-number',
    async open(visit) {
      await scanFor(visit, 'correction', [getEan('rye-bread')])
      await expect(visit.page.getByRole('dialog')).toBeVisible()
      await visit.page.keyboard.type('-1,5')
      await visit.page.keyboard.press('Enter')
      await expect(visit.page.getByText(visit.t('stock.problemQuantity'))).toBeVisible()
    },
  },
  {
    name: 'admin-delivery-done',
    async open(visit) {
      await scanFor(visit, 'delivery', [getEan('light-milk'), getEan('eggs')])
      await expect(lines(visit)).toHaveCount(2)
      await visit.page.getByRole('button', { name: visit.t('stock.deliverySend_other', { count: '2' }) }).click()
      await expect(visit.page.getByRole('region', { name: visit.t('stock.deliveryDone') })).toBeVisible()
    },
  },
  {
    name: 'admin-ledger',
    async open(visit) {
      const { api } = await enterOffice(visit)
      const [milk, store] = [await productWith(api, getEan('light-milk')), await storeNamed(api, MATHILDEDAL)]
      const waste = { key: `waste-${process.pid}-${visit.language}-${Date.now()}`, kind: 'waste', reason: 'Dropped' }
      await api.request(`POST admin/stores/${store.id}/stock-moves`, {
        ...waste,
        lines: [{ product_id: milk.id, quantity: 1 }],
      })
      await visit.page.goto(`/stock?store=${store.id}&product=${milk.id}`)
      await expect(visit.page.getByText(visit.t('stock.kindWaste')).first()).toBeVisible()
    },
  },
  {
    name: 'admin-stock-takes',
    async open(visit) {
      await stockTakeIn(visit, MATHILDEDAL)
      await enterStock(visit, () => '&take=all')
      await expect(visit.page.getByText(visit.t('stockTakes.stateOpen')).first()).toBeVisible()
    },
  },
  {
    name: 'admin-stock-take',
    async open(visit) {
      const { path } = await stockTakeIn(visit, MATHILDEDAL)
      await visit.page.goto(path)
      await expect(visit.page.getByText(getName('butter', visit)).first()).toBeVisible()
    },
  },
  {
    name: 'admin-stock-take-differences',
    async open(visit) {
      const { path } = await stockTakeIn(visit, MATHILDEDAL)
      await visit.page.goto(`${path}&show=review`)
      await expect(visit.page.getByRole('row').filter({ hasText: getName('butter', visit) })).toBeVisible()
    },
  },
  {
    name: 'admin-stock-take-report',
    async open(visit) {
      const { path, take, admin } = await stockTakeIn(visit, TEIJO)
      if (take.state === 'open') await admin.api.request(`POST admin/stock-takes/${take.id}/post`)
      await visit.page.goto(path)
      await expect(visit.page.getByRole('button', { name: visit.t('stockTakes.print') })).toBeVisible()
      await expect(visit.page.getByRole('row').nth(1)).toBeVisible()
    },
  },
]
