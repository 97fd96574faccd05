import type { Page } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { expectSound } from './expect-sound.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

const shot = async (page: Page, name: string) => {
  const folder = process.env['BULK_SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

for (const { language, width } of [
  { language: 'en', width: 320 },
  { language: 'fi', width: 1280 },
] as const)
  test.describe(`in ${language}, ${width} px wide`, () => {
    test.use(
      width === 1280
        ? { viewport: { width, height: 800 }, isMobile: false, hasTouch: false }
        : { viewport: { width, height: 700 } },
    )

    test(
      'a bulk price increase is previewed, applied and undone, and labels are printed',
      { tag: '@full' },
      async ({ page, context, shop }) => {
        await signUpAdmin(context, shop, { language })
        const t = textsIn(language)
        const [product] = await shop.query<{ id: number; price_cents: number }>(
          `SELECT product_id AS id, price_cents FROM product_version JOIN product ON product.id = product_id
         WHERE is_current AND deposit_cents = 0 ORDER BY sort_order, product.id LIMIT 1`,
        )
        const price = async () =>
          (
            await shop.query<{ price_cents: number }>(
              'SELECT price_cents FROM product_version WHERE is_current AND product_id = $1',
              [product?.id],
            )
          )[0]?.price_cents
        const before = product?.price_cents ?? 0
        await page.goto('/products?sort=sort_order')
        const boxes = page.getByRole('main').getByRole('checkbox')
        await boxes.nth(width === 1280 ? 1 : 0).check()
        await page.getByRole('button', { name: t('bulkEdit.open'), exact: true }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(t('bulkEdit.percent')).fill('100')
        await shot(page, `edit-${width}-${language}`)
        await expectSound(page)
        await page.keyboard.press('Enter')
        await expect(dialog.getByRole('listitem')).toHaveCount(1)
        await shot(page, `preview-${width}-${language}`)
        await expectSound(page)
        expect(await price()).toBe(before)
        await dialog.getByRole('button', { name: t('bulkEdit.apply_one', { count: '1' }) }).click()
        await expect(dialog).toHaveCount(0)
        await expect.poll(price).toBe(before * 2)
        if (width === 1280) {
          // Long after the notice: from the list of earlier changes.
          await page.getByRole('button', { name: t('bulkEdit.earlier') }).click()
          await expectSound(page)
          await dialog
            .getByRole('button', { name: new RegExp(`^${t('common.undo')}: `) })
            .first()
            .click()
          await expect(dialog.getByText(t('bulkEdit.undone')).first()).toBeVisible()
          await dialog.getByRole('button', { name: t('common.close') }).click()
        } else await page.getByRole('button', { name: t('common.undo') }).click()
        await expect.poll(price).toBe(before)

        await boxes.nth(width === 1280 ? 1 : 0).check()
        await page.getByRole('button', { name: t('labels.print') }).click()
        await dialog.getByLabel(t('labels.copies')).fill('3')
        await shot(page, `labels-${width}-${language}`)
        await expectSound(page)
        const href = await dialog.getByRole('link', { name: t('labels.open') }).getAttribute('href')
        const pdf = await context.request.get(href ?? '')
        expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
      },
    )
  })
