import { signUpAdmin } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { notice } from './notices.ts'
import { productWith } from './people.ts'
import { shot } from './shot.ts'
import { expect, fullTier, test } from './test.ts'
import { textsIn } from './texts.ts'

for (const { language, width } of [
  { language: 'en', width: 390 },
  { language: 'fi', width: 1280 },
] as const)
  test.describe(`in ${language}, ${width} px wide`, () => {
    test.use(
      width === 1280
        ? { viewport: { width, height: 800 }, isMobile: false, hasTouch: false }
        : { viewport: { width, height: 844 } },
    )

    test(
      'home leads to the shelf labels that are out of date; one press prints them, and they leave the list',
      width === 390 ? fullTier('the other width runs before each merge') : {},
      async ({ page, context, shop }) => {
        const t = textsIn(language)
        const admin = await signUpAdmin(context, shop, { language })
        const { id } = await productWith(admin.api, getEan('crispbread'))
        const pdf = await context.request.get(`/api/admin/shelf-labels.pdf?ids=${id}&format=a4-24&lang=fi`)
        expect(pdf.status()).toBe(200)
        await page.goto('/home')
        const link = page.getByRole('link', { name: t('adminHome.outdatedLabels_one', { count: '1' }) })
        await expect(page.getByRole('heading', { name: t('adminHome.running') })).toBeVisible()
        await expect(link).toHaveCount(0)

        await shop.query('UPDATE shelf_label SET price_cents = price_cents + 10 WHERE product_id = $1', [id])
        await page.reload()
        await expect(link).toBeVisible()
        await expectAccessibleLayout(page)
        await shot(page, `home-${width}-${language}`)
        await link.click()
        const main = page.getByRole('main')
        await expect(main.getByText(t('products.labelChanges.price'))).toBeVisible()
        await expect(main.getByText(t('products.count_one', { count: '1' }))).toBeVisible()
        await expectAccessibleLayout(page)
        await shot(page, `list-${width}-${language}`)

        await page.getByRole('button', { name: t('labels.printAll') }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByText(new RegExp(`^${t('labels.count_one', { count: '1' })} · `))).toBeVisible()
        await shot(page, `dialog-${width}-${language}`)
        const printed = context.waitForEvent('response', response => response.url().includes('shelf-labels.pdf'))
        const opened = context.waitForEvent('page')
        await dialog.getByRole('link', { name: t('labels.open') }).click()
        expect((await printed).status()).toBe(200)
        await (await opened).close()
        // As a browser does when its tab is shown again.
        await page.evaluate('dispatchEvent(new Event("visibilitychange"))')
        await expect(main.getByText(t('lists.nothingFound'))).toBeVisible()

        await page.goto('/products?shelf_label=printedLast')
        await expect(main.locator(`a[href$="/products/${id}/edit"]`).first()).toBeVisible()
        await shop.query('UPDATE shelf_label SET price_cents = price_cents + 10 WHERE product_id = $1', [id])
        await page.goto('/products?shelf_label=outdated')
        await main.getByRole('checkbox').last().check()
        await shot(page, `forget-${width}-${language}`)
        await expectAccessibleLayout(page)
        await page.getByRole('button', { name: t('labels.forget') }).click()
        await expect(notice(page, t('labels.forgotten'))).toBeVisible()
        await expect(main.getByText(t('lists.nothingFound'))).toBeVisible()
        await page.goto('/products?shelf_label=due')
        await expect(main.getByText(t('products.neverPrinted')).first()).toBeVisible()
        await expectAccessibleLayout(page)
        await shot(page, `due-${width}-${language}`)
      },
    )
  })
