import type { Page } from '@playwright/test'
import { plain } from '#test/files/images.ts'
import { overflow } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { expectAccessible } from './expect-accessible.ts'
import { clippedControls, namelessControls, smallTargets } from './layout.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, fullTier, test } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('match-files.test.ts of the server matches photos before each merge')

const DESK = { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false }

// The recorder of a failed test requests the picture that a blob shows.
test.beforeEach(({ faults }) => faults.allow(/Connecting to 'blob:/))

const file = async (name: string, at: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await plain(`hsl(${at * 30}, 60%, 50%)`, { width: 600, height: 400 })
    .png()
    .toBuffer(),
})

type Named = { id: number; name: string; ean13: string | null }

/** Some products with codes, and one whose name no other has. */
async function findProducts(shop: RunningShop): Promise<{ coded: Named[]; uncoded: Named }> {
  const rows = await shop.query<Named>(
    `SELECT product.id, names ->> 'fi' AS name, ean13 FROM product JOIN product_version version ON product_id = product.id AND is_current
     WHERE enabled AND NOT EXISTS (SELECT FROM product_image WHERE product_id = product.id)
     AND (SELECT count(*) FROM product_version other WHERE other.is_current AND other.names ->> 'fi' = version.names ->> 'fi') = 1
     ORDER BY product.id`,
  )
  const coded = rows.filter(({ ean13 }) => ean13 !== null)
  const uncoded = coded.pop()
  if (!uncoded || coded.length < 6) throw new Error('the demo shop has fewer products with codes')
  return { coded: coded.slice(0, 6), uncoded }
}

const saved = async (shop: RunningShop, ids: readonly number[]) =>
  shop.query<{ product_id: number; count: number }>(
    `SELECT product_id, count(*)::int FROM product_image WHERE product_id = ANY($1) AND removed_at IS NULL
     GROUP BY product_id ORDER BY product_id`,
    [ids],
  )

const slug = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .toUpperCase()

async function choosePhotos(page: Page, files: Awaited<ReturnType<typeof file>>[]) {
  await page.locator('main input[type="file"][multiple]').setInputFiles(files)
}

test.describe('on a desktop', () => {
  test.use(DESK)

  test(
    'ten photos find their products, are reviewed, saved by keyboard and taken back',
    FULL_TIER,
    async ({ page, context, shop }) => {
      await signUpAdmin(context, shop, { language: 'fi' })
      const t = textsIn('fi')
      const { coded, uncoded } = await findProducts(shop)
      const [first, second] = coded as [Named, Named]
      await page.goto('/products')
      await page.getByRole('link', { name: t('productPhotos.title'), exact: true }).click()
      const names = [
        ...coded.map(({ ean13 }) => `IMG_${ean13}.png`),
        `${first.ean13}-2.png`,
        `${slug(uncoded.name)}_1.png`,
        'DSC00017.png',
        'tuntematon.png',
      ]
      await choosePhotos(page, await Promise.all(names.map(file)))
      const heading = (group: 'ready' | 'none' | 'saved', count: number) =>
        page.getByRole('heading', { name: t(`productPhotos.groups.${group}`, { count: String(count) }) })
      await expect(heading('ready', 8)).toBeVisible()
      await expect(heading('none', 2)).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('button', { name: t('productPhotos.findFor', { name: 'tuntematon.png' }) }).press('Enter')
      await page.keyboard.type(second.name)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${second.name.replaceAll(/[^\p{L}\p{N} ]/gu, '.')} ·`, 'u') })
        .first()
        .press('Enter')
      await expect(heading('ready', 9)).toBeVisible()
      await page.getByRole('button', { name: t('productPhotos.save_other', { count: '9' }) }).press('Enter')
      await expect(heading('saved', 9)).toBeVisible()
      const ids = [...coded, uncoded].map(({ id }) => id)
      const counts = new Map((await saved(shop, ids)).map(row => [row.product_id, row.count]))
      expect(ids.map(id => counts.get(id))).toEqual([2, 2, 1, 1, 1, 1, 1])

      await page.getByRole('button', { name: t('productPhotos.undo') }).click()
      await expect(heading('ready', 9)).toBeVisible()
      expect(await saved(shop, ids)).toEqual([])

      // After the page is left, among the earlier changes.
      await page.getByRole('button', { name: t('productPhotos.save_other', { count: '9' }) }).press('Enter')
      await expect(heading('saved', 9)).toBeVisible()
      await page.goto('/products')
      await page.getByRole('button', { name: t('bulkEdit.earlier'), exact: true }).click()
      await page
        .getByRole('button', {
          name: new RegExp(`^${t('bulkEdit.undoOf', { change: t('productPhotos.title'), time: '' })}`),
        })
        .first()
        .click()
      await expect.poll(() => saved(shop, ids)).toEqual([])
    },
  )
})

test(
  'on a phone, photos replace those that products have, a wrong file is listed, and an undo restores',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop, { language: 'sv' })
    const t = textsIn('sv')
    const { coded } = await findProducts(shop)
    const [, , , one, two] = coded as [Named, Named, Named, Named, Named]
    await page.goto('/products/photos')
    await choosePhotos(page, [await file(`${one.ean13}.png`, 1), await file(`${one.ean13}-2.png`, 2)])
    await page.getByRole('button', { name: t('productPhotos.save_other', { count: '2' }) }).click()
    await expect(page.getByText(t('productPhotos.saved_other', { count: '2' })).first()).toBeVisible()
    await page.goto('/products/photos')
    await choosePhotos(page, [
      await file(`${one.ean13}.png`, 3),
      { name: `${two.ean13}.png`, mimeType: 'image/png', buffer: Buffer.from('no picture') },
    ])
    await expect(page.getByText(t('productPhotos.has.add'))).toBeVisible()
    await page.getByLabel(t('productPhotos.existing')).selectOption('replace')
    await expect(page.getByText(t('productPhotos.has.replace'))).toBeVisible()
    await page.setViewportSize({ width: 320, height: 780 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await clippedControls(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await namelessControls(page)).toEqual([])
    await page.getByRole('button', { name: t('productPhotos.save_other', { count: '2' }) }).click()
    await expect(page.getByText(t('errors.image.kind'))).toBeVisible()
    await expect(page.getByRole('heading', { name: t('productPhotos.groups.saved', { count: '1' }) })).toBeVisible()
    expect(await saved(shop, [one.id, two.id])).toEqual([{ product_id: one.id, count: 1 }])
    await page.getByRole('button', { name: t('productPhotos.undo') }).click()
    await expect(page.getByText(t('productPhotos.undone')).first()).toBeAttached()
    expect(await saved(shop, [one.id, two.id])).toEqual([{ product_id: one.id, count: 2 }])
  },
)

test('saving many photos can be cancelled: what was saved stays', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  const t = textsIn('en')
  const { coded } = await findProducts(shop)
  const free = coded.slice(0, 3)
  await page.goto('/products/photos')
  await choosePhotos(page, await Promise.all(free.map(({ ean13 }, at) => file(`${ean13}.png`, at + 5))))
  // Only the second one takes long.
  let requests = 0
  await context.route('**/images?*', async route => {
    if (++requests === 2) await new Promise(resolve => setTimeout(resolve, 60_000).unref())
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: t('productPhotos.save_other', { count: '3' }) }).click()
  await expect(
    page.getByRole('progressbar', { name: t('productPhotos.saving', { done: '1', total: '3' }) }),
  ).toBeVisible()
  await page.getByRole('button', { name: t('common.cancel') }).click()
  await expect(page.getByRole('button', { name: t('productPhotos.save_other', { count: '2' }) })).toBeVisible()
  expect(
    await saved(
      shop,
      free.map(({ id }) => id),
    ),
  ).toHaveLength(1)
})
