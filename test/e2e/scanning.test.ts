import type { Product } from '#contract/catalogue/products.ts'
import { basketLine as line, typeCode } from './basket-page.ts'
import { storedBasket } from './basket-storage.ts'
import { FakeCamera, GOOD_LENS } from './fake-camera.ts'
import { getEan, goods, getLabel, UNKNOWN_CODE } from './goods.ts'
import { notice } from './notices.ts'
import { expect, test, type Page, fullTier } from './test.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const FULL_TIER = fullTier('a variant: another test here scans before each merge')

const MILK = 'Semi-skimmed milk'
const quantities = async (page: Page) => Object.values(await storedBasket(page)).map(({ quantity }) => quantity)

async function openScanner(page: Page): Promise<FakeCamera> {
  const camera = await FakeCamera.install(page, { lenses: [GOOD_LENS] })
  await page.goto('/basket')
  await page.getByRole('button', { name: 'Start the camera' }).click()
  await expect(page.locator('section[data-phase="running"]')).toBeVisible()
  return camera
}

test.beforeEach(({ shopperPage }) => expect(shopperPage).toBeTruthy())

test(
  'a code in steady view counts once, out of view and back a second time, and +1 adds a third',
  FULL_TIER,
  async ({ page }) => {
    const camera = await openScanner(page)
    await camera.display(getEan('light-milk'))
    await expect(line(page, MILK)).toBeVisible()
    await page.waitForTimeout(5000)
    expect(await quantities(page)).toEqual([1])
    await camera.display(undefined)
    await page.waitForTimeout(1000)
    await camera.display(getEan('light-milk'))
    await expect(notice(page, '2 pcs in the basket')).toBeVisible()
    await page.getByRole('button', { name: `+1, one more: ${MILK}` }).click()
    await expect(notice(page, '3 pcs in the basket')).toBeVisible()
    expect(await quantities(page)).toEqual([3])
  },
)

test(
  'the shopper gets tips after 3, 6 and 8 seconds without a code, until one is found',
  FULL_TIER,
  async ({ page }) => {
    const camera = await openScanner(page)
    await expect(page.getByText('Move the phone 10–20 cm away from the code.')).toBeVisible({ timeout: 5000 })
    await expect(page.getByText('Too dark? Try the light.')).toBeVisible({ timeout: 5000 })
    const field = page.getByLabel('Won’t scan? Enter the number.')
    await expect(field).toBeVisible({ timeout: 5000 })
    await camera.display(getEan('light-milk'))
    await expect(line(page, MILK)).toBeVisible()
    await expect(field).toBeHidden()
    await camera.display(undefined)
    await field.fill(getEan('butter'))
    // Typed text stays, whatever comes into view.
    await camera.display(getEan('carrots'))
    await expect(line(page, goods('carrots').names.en)).toBeVisible()
    await expect(field).toHaveValue(getEan('butter'))
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(line(page, 'Butter')).toBeVisible()
  },
)

test(
  'successful and failed scans sound different unless the sound is off, and both are announced',
  FULL_TIER,
  async ({ page }) => {
    await page.addInitScript(`
    globalThis.tones = []
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) { tones.push(this.frequency.value); start.call(this, when) }
    globalThis.buzzes = []
    navigator.vibrate = pattern => void buzzes.push(pattern)
  `)
    const getReceived = () => page.evaluate<[number[], number[][]]>('[tones.splice(0), buzzes.splice(0)]')
    const camera = await openScanner(page)
    await camera.display(getEan('light-milk'))
    const announcement = page.locator('body > [role="status"]')
    await expect(announcement.getByText(`${MILK}, 1,45 €, total 1,45 €`)).toHaveCount(1)
    const [buzz, shortBuzz] = await getReceived()
    await camera.display(UNKNOWN_CODE)
    await expect(announcement.getByText(`Unknown code ${UNKNOWN_CODE} read. Try again.`)).toHaveCount(1)
    const [failed, longBuzz] = await getReceived()
    expect([buzz.length, failed.length]).toEqual([1, 2])
    expect(failed).not.toContain(buzz[0])
    expect([shortBuzz, longBuzz]).toEqual([[[40]], [[60, 40, 60]]])
    await page.getByRole('button', { name: 'Turn the sound off' }).click()
    await camera.display(getEan('butter'))
    await expect(line(page, 'Butter')).toBeVisible()
    expect((await getReceived())[0]).toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Turn the sound on' })).toBeVisible()
  },
)

test('ten codes from a keyboard wedge scanner are ten scans, and its Enter presses no button', async ({ page }) => {
  await page.goto('/basket')
  await typeCode(page, getEan('butter'))
  // Enter on this button would add one.
  await page.getByRole('button', { name: 'Add one: Butter' }).focus()
  await scanWithWedge(
    page,
    Array.from({ length: 10 }, (_, index) => getEan(index % 2 === 0 ? 'light-milk' : 'carrots')),
  )
  await expect(page.getByText('11 items')).toBeVisible()
  expect((await quantities(page)).toSorted((a, b) => a - b)).toEqual([1, 5, 5])
  await expect(page).toHaveURL(/\/basket$/)
})

test('a keyboard wedge scanner leaves the text of the focused field unchanged', FULL_TIER, async ({ page }) => {
  await page.goto('/basket')
  await page.getByRole('button', { name: 'Enter the code' }).first().click()
  const field = page.getByLabel('Barcode number or product name')
  await field.pressSequentially('new', { delay: 80 })
  await scanWithWedge(page, [getEan('light-milk')])
  await expect(notice(page, `${MILK} · 1,45 €`)).toBeVisible()
  await expect(field).toHaveValue('new')
  await expect(page.getByRole('dialog').getByRole('button', { name: /New potatoes/ })).toBeVisible()
})

test('scans during an open question are queued and press none of its buttons', FULL_TIER, async ({ page }) => {
  await page.goto('/basket')
  await expect(page.getByText('Your basket is empty')).toBeVisible()
  await scanWithWedge(page, [getLabel('smoked-salmon', 9900), getEan('butter')])
  const question = page.getByRole('alertdialog', { name: 'Is this right?' })
  await expect(question).toContainText('345,51 €')
  await scanWithWedge(page, [getEan('carrots')])
  await expect(question).toBeVisible()
  expect(await quantities(page)).toEqual([])
  await question.getByRole('button', { name: 'Yes, add it' }).click()
  await expect(page.getByText('3 items')).toBeVisible()
  await expect(line(page, 'Hot-smoked salmon')).toContainText('9,9 kg')
})

test(
  'an unknown code can be searched for, typed again and reported while scanning continues',
  FULL_TIER,
  async ({ page, shop, shopper }) => {
    const camera = await openScanner(page)
    await camera.display(UNKNOWN_CODE)
    const message = notice(page, `Unknown code ${UNKNOWN_CODE} read. Try again.`)
    await expect(message).toBeVisible()
    await page.getByRole('button', { name: 'Report to us' }).click()
    await expect(notice(page, `Thank you. We’ll look into code ${UNKNOWN_CODE}.`)).toBeVisible()
    const reports = await shop.query<{ code: string; store: string }>(
      `SELECT code, store.name AS store FROM unknown_code_report
     JOIN store ON store.id = store_id JOIN app_user ON app_user.id = user_id WHERE email = $1`,
      [shopper.email],
    )
    expect(reports).toEqual([{ code: UNKNOWN_CODE, store: 'Mathildedalin puoti' }])

    await camera.display(undefined)
    await page.waitForTimeout(1000)
    await camera.display(UNKNOWN_CODE)
    await expect(message).toBeVisible()
    await camera.display(undefined)
    const field = page.getByLabel('Barcode number or product name')
    await page.getByRole('region', { name: 'Scanned products' }).getByRole('button', { name: 'Enter the code' }).click()
    await expect(field).toHaveValue(UNKNOWN_CODE)
    await field.fill(UNKNOWN_CODE.replace(/1$/, '2'))
    await expect(page.getByText('That number isn’t right.')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.waitForTimeout(1000)
    await camera.display(UNKNOWN_CODE)
    await page.getByRole('button', { name: 'Search by name' }).click()
    await expect(field).toHaveValue('')
    await page.keyboard.press('Escape')
    await camera.display(getEan('butter'))
    await expect(line(page, 'Butter')).toBeVisible()
    await expect(message).toBeHidden()
  },
)

test('an unknown code is reported later if there is no network', FULL_TIER, async ({ page, context, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/basket')
  await typeCode(page, UNKNOWN_CODE)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Report to us' }).click()
  await expect(notice(page, 'No connection. Check your network and try again.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(notice(page, `Thank you. We’ll look into code ${UNKNOWN_CODE}.`)).toBeVisible()
})

test(
  'the row of a scan scrolls between the camera and the bar, up or down the list',
  FULL_TIER,
  async ({ page, shopper }) => {
    const products = await shopper.api.request<Product[]>('GET products?lang=en')
    const pieces = products
      .filter(
        ({ active_store_stock: stock, product_code_type: type, ean13 }) =>
          stock?.status && type === 'standard' && ean13,
      )
      .toSorted((a, b) => a.name.localeCompare(b.name, 'fi'))
    await page.goto('/basket')
    await expect(page.getByText('Your basket is empty')).toBeVisible()
    const lines = Object.fromEntries(pieces.map(({ id }) => [id, { quantity: 1 }]))
    await page.evaluate(`localStorage.setItem('basket-lines', ${JSON.stringify(JSON.stringify(lines))})`)
    await page.reload()
    // Down the list, then up: the top bar comes back, and the camera makes room for it.
    for (const at of [0.9, 0.3, 0.6, 0.1]) {
      const { name, ean13 } = pieces[Math.floor(pieces.length * at)]!
      await scanWithWedge(page, [ean13!])
      const row = page.locator('li[data-last=true]')
      await expect(row.getByRole('heading', { name, exact: true })).toBeVisible()
      await expect(async () => {
        const box = (await row.boundingBox())!
        const camera = (await page.getByRole('region', { name: 'Barcode scanner' }).boundingBox())!
        const bar = (await page.getByRole('button', { name: 'Go to checkout' }).boundingBox())!
        expect(box.y).toBeGreaterThanOrEqual(camera.y + camera.height - 1)
        expect(box.y + box.height).toBeLessThanOrEqual(bar.y)
      }).toPass()
    }
  },
)
