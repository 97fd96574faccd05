import { randomUUID } from 'node:crypto'
import type { MarkdownRules } from '#contract/stock/markdown-rules.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { dayText } from '#domain/format/day-text.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { signUpAdmin, signUpStaff } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { FakeCamera } from './fake-camera.ts'
import { getEan, goods } from './goods.ts'
import { KIRJAKKALA, productWith, signUp, storeNamed } from './people.ts'
import { shot } from './shot.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

const KEY = 'crispbread'
const DAY = plusDays(isoDate(new Date(), 'Europe/Helsinki'), 1)

/** The squares of the code that a PDF's label has, a row of digits each: 1 is dark. */
function codeRows(pdf: Buffer): string[] {
  const [, ...bars] = [...readPdf(pdf).content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map(found =>
    found.slice(1).map(Number),
  ) as [number, number, number, number][]
  const square = Math.min(...bars.map(([, , , height]) => height))
  const [left, top] = [Math.min(...bars.map(([x]) => x)), Math.min(...bars.map(([, y]) => y))]
  const count = Math.round((Math.max(...bars.map(([, y]) => y)) - top) / square) + 1
  const rows = Array.from({ length: count }, () => Array.from({ length: count }, () => '0'))
  for (const [x, y, width] of bars)
    rows[Math.round((y - top) / square)]?.fill(
      '1',
      Math.round((x - left) / square),
      Math.round((x + width - left) / square),
    )
  const quiet = '0'.repeat(6)
  return rows.map(row => quiet + row.join('') + quiet)
}

test('a helper prints a red label and ticks it off; a shopper scans it and pays the lower price', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const t = textsIn('fi')
  const { api } = await signUpAdmin(await openBrowser(), shop, { store: KIRJAKKALA })
  const { id: store } = await storeNamed(api, KIRJAKKALA)
  const product = await productWith(api, getEan(KEY))
  const { revision, rules } = await api.request<MarkdownRules>(`GET admin/stores/${store}/markdown-rules`)
  const rule = { product_id: product.id, group_id: null, steps: [{ days_left: 2, percent: 40 }] }
  const changed = [...rules.filter(each => each.product_id !== product.id), rule]
  await api.request(`PUT admin/stores/${store}/markdown-rules`, { revision, rules: changed })
  const lots = [{ lot: 'L7', best_before: DAY, quantity: 2 }]
  const lines = [{ product_id: product.id, quantity: 2, lots }]
  await api.request(`POST admin/stores/${store}/stock-moves`, { key: randomUUID(), kind: 'delivery', lines })

  await signUpStaff(context, shop, { kind: 'helper', stores: [KIRJAKKALA], language: 'fi' })
  await page.goto('/home')
  await page.getByRole('link', { name: t('redLabels.title') }).click()
  const row = page
    .getByRole('listitem')
    .filter({ hasText: goods(KEY).names.fi })
    .filter({ hasText: 'L7' })
  await expect(row).toContainText(dayText(DAY))
  await expectAccessibleLayout(page)
  await shot(page, 'list')
  await page.getByRole('button', { name: t('redLabels.print') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('labels.format')).selectOption('roll-57x32')
  await expectAccessibleLayout(page)
  const link = await dialog.getByRole('link', { name: t('labels.open') }).getAttribute('href')
  const address = new URL(link ?? '')
  const printed = await context.request.get(address.href)
  expect(printed.status()).toBe(200)
  const { pages } = readPdf(await printed.body())
  expect(pages.length).toBeGreaterThanOrEqual(2)
  await page.keyboard.press('Escape')
  const tick = row.getByRole('checkbox')
  // A tick is shown once the list of the page has it, a moment after the press.
  const saved = page.waitForResponse(response => response.url().includes('/reduced-lots/mark'))
  await tick.click()
  await expect(tick).toBeChecked()
  await saved
  await page.reload()
  await expect(tick).toBeChecked()

  // Only of this lot, since others may be reduced too.
  const [{ id: lot } = { id: 0 }] = await shop.query<{ id: number }>(
    `SELECT id FROM stock_lot WHERE store_id = $1 AND product_id = $2 AND lot = 'L7' AND best_before = $3`,
    [store, product.id, DAY],
  )
  address.searchParams.set('lot_ids', String(lot))
  address.searchParams.set('copies', 'lot')
  const label = await (await context.request.get(address.href)).body()

  const phone = await openBrowser()
  await signUp(phone, shop, { store: KIRJAKKALA, language: 'fi' })
  const shopper = await phone.newPage()
  const camera = await FakeCamera.install(shopper)
  await shopper.goto('/home')
  const savings = shopper.getByRole('region', { name: t('home.saveToday') })
  await expect(savings.getByRole('listitem').filter({ hasText: goods(KEY).names.fi })).toContainText('−40')
  await expectAccessibleLayout(shopper)
  await shopper.goto('/basket')
  await shopper.getByRole('button', { name: t('scanner.start') }).click()
  await camera.displayRows(codeRows(label))
  const line = shopper.getByRole('listitem').filter({ hasText: goods(KEY).names.fi })
  await expect(line.getByText(new RegExp(t('basket.bestBefore', { day: dayText(DAY) })))).toBeVisible()
  const cents = Math.round(product.price * 60)
  await expect(line).toContainText((cents / 100).toFixed(2).replace('.', ','))
})
