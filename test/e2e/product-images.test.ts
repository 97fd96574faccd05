import type { Locator, Page } from '@playwright/test'
import { noisy, plain } from '#test/files/images.ts'
import { overflow } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { expectAccessible } from './expect-accessible.ts'
import { NO_CONNECTION } from './faults.ts'
import { clippedControls, namelessControls, smallTargets } from './layout.ts'
import { chooseMore } from './more-actions.ts'
import { expectNotice, notice } from './notices.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('product-images.test.ts of the server adds pictures before each merge')

const DESK = { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false }
const COLOURS = ['#c0392b', '#27ae60', '#2980b9']

const png = async (colour: string, name: string) => {
  const buffer = await plain(colour, { width: 600, height: 400 }).png().toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
const threePictures = () => Promise.all(COLOURS.map((colour, index) => png(colour, `${index}.png`)))

const section = (page: Page) => page.getByRole('region', { name: /^(?:Photos|Kuvat|Bilder)$/ })
const pictures = (page: Page) => section(page).getByRole('img')
const chooser = (page: Page) => section(page).locator('input[type="file"][multiple]')
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })
/** The addresses of the pictures in the page's order; an address depends on the content. */
const shown = (page: Page) => pictures(page).evaluateAll(found => found.map(image => image.getAttribute('src')))
const saved = async (shop: RunningShop, productId: number) => {
  const statement = `SELECT '/images/' || hash || '-160.webp' AS url FROM product_image
    WHERE product_id = $1 AND removed_at IS NULL ORDER BY position, id`
  return (await shop.query<{ url: string }>(statement, [productId])).map(({ url }) => url)
}

// The recorder of a failed test requests the picture that a blob shows.
test.beforeEach(({ faults }) => faults.allow(/Connecting to 'blob:/))

let products: number[] = []
/** Opens the form of a product that no other test here uses. */
async function openProduct(page: Page, shop: RunningShop): Promise<number> {
  if (products.length === 0) {
    products = (await shop.query<{ id: number }>('SELECT id FROM product WHERE enabled ORDER BY id')).map(
      ({ id }) => id,
    )
  }
  const id = products.shift()!
  await page.goto(`/products/${id}/edit`)
  await expect(section(page)).toBeVisible()
  return id
}
async function withThree(page: Page, shop: RunningShop): Promise<number> {
  const id = await openProduct(page, shop)
  await chooser(page).setInputFiles(await threePictures())
  await expect(pictures(page)).toHaveCount(3)
  await expect(section(page).getByRole('progressbar')).toHaveCount(0)
  return id
}

test('an admin adds pictures, and shoppers see the first one', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  const id = await withThree(page, shop)
  expect(await shown(page)).toEqual(await saved(shop, id))
  for (const each of await pictures(page).all())
    await expect
      .poll(() => each.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0)
  await expectAccessible(page)
  const [first] = await saved(shop, id)
  await page.reload()
  await expect.poll(() => shown(page)).toEqual(await saved(shop, id))
  await page.goto('/home')
  await page.locator('summary', { hasText: 'On the shelf now' }).click()
  const card = page.locator(`main img[src^="${first!.replace(/160\.webp$/, '')}"]`)
  await expect(card.first()).toHaveAttribute('srcset', /-160\.webp 160w, .*-320\.webp 320w, .*-600\.webp 600w/)
})

test('adding pictures doesn’t interfere with the form beside them', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  const id = await openProduct(page, shop)
  const name = page.getByRole('textbox', { name: 'Name in Finnish', exact: true })
  await name.fill('Another name')
  await chooser(page).setInputFiles(await png('#2c3e50', 'one.png'))
  await expect.poll(() => saved(shop, id)).toHaveLength(1)
  await expect(name).toHaveValue('Another name')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectNotice(page, 'Saved')
  await expect(pictures(page)).toHaveCount(1)
})

test('a large photograph is scaled down before the upload', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await openProduct(page, shop)
  const buffer = await noisy({ width: 4000, height: 3000 }).jpeg({ quality: 95 }).toBuffer()
  expect(buffer.length).toBeGreaterThan(3_000_000)
  const sent = page.waitForRequest(request => request.method() === 'POST' && request.url().includes('/images'))
  await chooser(page).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  const bytes = Number((await (await sent).allHeaders())['content-length'])
  expect(bytes).toBeGreaterThan(1000)
  expect(bytes).toBeLessThan(buffer.length / 3)
  await expect(pictures(page)).toHaveCount(1)
})

/** Limits the upload to this many bytes a second; unlimited by default. */
async function slowDown(page: Page, uploadThroughput = -1): Promise<void> {
  const line = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
  await line.send('Network.emulateNetworkConditions', conditions)
}

const gone = (wheel: Locator) => async () => Number(await wheel.getAttribute('aria-valuenow'))

test(
  'slow uploads of a picture and a file show their progress and can be cancelled',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    const id = await openProduct(page, shop)
    const buffer = await noisy({ width: 600, height: 400 }).png().toBuffer()
    const wheel = section(page).getByRole('progressbar', { name: 'Adding slow.png' })
    await slowDown(page, buffer.length / 25)
    await chooser(page).setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer })
    await expect.poll(gone(wheel)).toBeGreaterThan(5)
    const before = await gone(wheel)()
    expect(before).toBeLessThan(100)
    await expect.poll(gone(wheel)).toBeGreaterThan(before + 20)
    await expect(
      page
        .getByRole('status')
        .getByText(/^slow\.png: \d\d\s% sent$/)
        .first(),
    ).toBeAttached()
    await expectAccessible(page)
    expect(await smallTargets(page)).toEqual([])
    await button(page, 'Cancel adding slow.png').click()
    await expect(wheel).toHaveCount(0)
    await expect(button(page, 'Add photos')).toBeFocused()
    await slowDown(page)
    await chooser(page).setInputFiles(await png('#2c3e50', 'quick.png'))
    await expect.poll(() => saved(shop, id)).toHaveLength(1)
    await expect(pictures(page)).toHaveCount(1)

    await page.goto('/products')
    await chooseMore(page, textsIn('en'), 'Import')
    const dialog = page.getByRole('dialog', { name: 'Import products' })
    await slowDown(page, 50_000)
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('not;a;table\n'.repeat(40_000)) }
    await page.locator('input[type=file]').setInputFiles(file)
    const bar = dialog.getByRole('progressbar', { name: 'Sending the file', exact: true })
    await expect.poll(gone(bar)).toBeGreaterThan(10)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(bar).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused()
    await expect(page.getByRole('status').getByText('list.csv wasn’t imported')).toBeAttached()
    await expect(dialog.getByRole('alert')).toBeEmpty()
  },
)

test(
  'an invalid picture shows its error, and the others are added',
  FULL_TIER,
  async ({ page, context, shop, faults }) => {
    faults.allow(NO_CONNECTION)
    await signUpAdmin(context, shop)
    const id = await openProduct(page, shop)
    await chooser(page).setInputFiles([
      { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      await png('#8e44ad', 'good.png'),
      { name: 'phone.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic') },
    ])
    const row = (name: string) => section(page).getByRole('listitem').filter({ hasText: name })
    await expect(row('logo.svg')).toContainText('This file type isn’t supported.')
    await expect(row('phone.heic')).toContainText('HEIC isn’t supported.')
    await expect.poll(() => saved(shop, id)).toHaveLength(1)
    await expectAccessible(page)
    await expect(row('phone.heic').getByRole('button')).toHaveText(['Leave it out'])
    await row('phone.heic').getByRole('button', { name: 'Leave it out' }).click()
    await expect(row('phone.heic')).toHaveCount(0)
    await context.route('**/images?*', route => route.abort('connectionfailed'), { times: 1 })
    await chooser(page).setInputFiles(await png('#16a085', 'far.png'))
    await expect(row('far.png')).toContainText('No connection.')
    await row('far.png').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => saved(shop, id)).toHaveLength(2)
    await expect(row('far.png')).toHaveCount(0)
  },
)

test('a removed picture can be restored to its place', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  const id = await withThree(page, shop)
  const before = await shown(page)
  await button(page, 'Remove photo 2').click()
  await expect(pictures(page)).toHaveCount(2)
  await expect(button(page, 'Remove photo 2')).toBeFocused()
  await expect.poll(() => saved(shop, id)).toEqual([before[0], before[2]])
  await expectNotice(page, 'The photo was removed')
  await page.getByRole('button', { name: 'Restore photo' }).click()
  await expect.poll(() => shown(page)).toEqual(before)
  expect(await saved(shop, id)).toEqual(before)
  await expect(notice(page, 'The photo was removed')).toHaveCount(0)
})

test(
  'pictures are reordered by keyboard only, and the move is announced',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    const id = await withThree(page, shop)
    const [one, two, three] = await shown(page)
    await button(page, 'Move photo 3 earlier').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Move photo 2 earlier')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => shown(page)).toEqual([three, one, two])
    await expect(button(page, 'Move photo 1 earlier')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('body > [role="status"]')).toContainText('Photo 2 is now number 1 of 3')
    await expect.poll(() => saved(shop, id)).toEqual([three, one, two])
  },
)

test('a touch that starts sideways drags a picture', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  const id = await withThree(page, shop)
  const [one, two, three] = await shown(page)
  await pictures(page).first().scrollIntoViewIfNeeded()
  const middle = async (picture: Locator) => {
    const { x, y, width, height } = (await picture.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  const [from, to] = [await middle(pictures(page).nth(0)), await middle(pictures(page).nth(1))]
  const touch = await context.newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [from])
  for (const part of [0.2, 0.5, 0.8, 1])
    await send('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
  await send('touchEnd', [])
  await expect.poll(() => saved(shop, id)).toEqual([two, one, three])
})

test.describe('on a desktop', () => {
  test.use(DESK)

  test(
    'a picture is dragged with the mouse, and Escape returns it to its place',
    FULL_TIER,
    async ({ page, context, shop }) => {
      await signUpAdmin(context, shop)
      const id = await withThree(page, shop)
      const [one, two, three] = await shown(page)
      await pictures(page).first().hover()
      // Measured once: right after Escape, the pictures may not have returned to their places yet.
      const last = (await pictures(page).last().boundingBox())!
      const dragToTheEnd = async () => {
        await pictures(page).first().hover()
        await page.mouse.down()
        await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2, { steps: 5 })
      }
      await dragToTheEnd()
      await page.keyboard.press('Escape')
      await page.mouse.up()
      expect(await shown(page)).toEqual([one, two, three])
      await dragToTheEnd()
      await page.mouse.up()
      await expect.poll(() => saved(shop, id)).toEqual([two, three, one])
      expect(await shown(page)).toEqual([two, three, one])
    },
  )

  test('files can be dropped on the pictures', FULL_TIER, async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await openProduct(page, shop)
    const bytes = [...(await png('#f39c12', 'dropped.png')).buffer]
    const transfer = await page.evaluateHandle(`{
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], 'dropped.png', { type: 'image/png' }))
      transfer
    }`)
    await section(page).getByText('or drop them here').dispatchEvent('drop', { dataTransfer: transfer })
    await expect(pictures(page)).toHaveCount(1)
  })
})

for (const width of [320, 390]) {
  for (const language of ['en', 'fi', 'sv'] as const) {
    test(
      `nothing is cut off or too small to press at ${width} px in ${language}`,
      FULL_TIER,
      async ({ page, context, shop }) => {
        await page.setViewportSize({ width, height: 780 })
        await signUpAdmin(context, shop, { language })
        await withThree(page, shop)
        await chooser(page).setInputFiles({
          name: 'a-long-name-of-a-file.svg',
          mimeType: 'image/svg+xml',
          buffer: Buffer.from('<svg/>'),
        })
        await expect(section(page).getByText(textsIn(language)('errors.image.kind'))).toBeVisible()
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        // A long description scrolls within its field.
        expect((await clippedControls(page)).filter(found => !found.endsWith('<textarea>'))).toEqual([])
        expect(await smallTargets(page)).toEqual([])
        expect(await namelessControls(page)).toEqual([])
      },
    )
  }
}
