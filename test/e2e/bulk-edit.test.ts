import { dayText } from '#domain/format/day-text.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { signUpAdmin } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { chooseMore } from './more-actions.ts'
import type { RunningShop } from './running-shop.ts'
import { shot } from './shot.ts'
import { type BrowserContext, expect, type Page, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('bulk-changes.test.ts of the server has its rules before each merge')

/** The first two products of the list, one with a campaign planned for a week from now, and an admin at the list. */
async function openCampaigns({ page, context, shop }: World, language: 'en' | 'fi') {
  const t = textsIn(language)
  const { api } = await signUpAdmin(context, shop, { language })
  const [busy, free] = await shop.query<{ id: number; price_cents: number; deposit_cents: number }>(
    `SELECT product_id AS id, price_cents, deposit_cents FROM product_version JOIN product ON product.id = product_id
     WHERE is_current ORDER BY sort_order, product.id LIMIT 2`,
  )
  const [from = '', until = ''] = [1, 7].map(days => plusDays(shopDate(new Date()), days))
  const plan = (id: number | undefined, from_day: string) =>
    api.request(`POST admin/products/${id}/price-plans`, {
      kind: 'campaign',
      price: 0.5,
      from_day,
      until_day: from_day,
    })
  await plan(busy?.id, until)
  await page.goto('/products?sort=sort_order')
  const dialog = page.getByRole('dialog')
  return {
    t,
    free,
    from,
    until,
    dialog,
    planFree: () => plan(free?.id, from),
    /** The campaigns of both that begin tomorrow. */
    planned: () =>
      shop.query<{ product_id: number; price_cents: number; from_day: string }>(
        `SELECT product_id, price_cents, from_day::text FROM price_plan
         WHERE product_id IN ($1, $2) AND from_day = $3 ORDER BY product_id`,
        [busy?.id, free?.id, from],
      ),
    /** Selects both and a kind of change. */
    choose: async (kind: string) => {
      const boxes = page.getByRole('main').getByRole('checkbox')
      // On a desktop the first one selects all.
      const first = (page.viewportSize()?.width ?? 0) === 1280 ? 1 : 0
      for (const index of [first, first + 1]) await boxes.nth(index).check()
      await page.getByRole('button', { name: t('bulkEdit.open'), exact: true }).click()
      await dialog.getByLabel(t('bulkEdit.what')).selectOption(kind)
    },
    forget: () => shop.query('DELETE FROM price_plan WHERE product_id IN ($1, $2)', [busy?.id, free?.id]),
  }
}
type World = { page: Page; context: BrowserContext; shop: RunningShop }

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
      FULL_TIER,
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
        await expectAccessibleLayout(page)
        await page.keyboard.press('Enter')
        await expect(dialog.getByRole('listitem')).toHaveCount(1)
        await shot(page, `preview-${width}-${language}`)
        await expectAccessibleLayout(page)
        expect(await price()).toBe(before)
        await dialog.getByRole('button', { name: t('bulkEdit.apply_one', { count: '1' }) }).click()
        await expect(dialog).toHaveCount(0)
        await expect.poll(price).toBe(before * 2)
        if (width === 1280) {
          // Long after the notice: from the list of earlier changes.
          await page.getByRole('button', { name: t('bulkEdit.earlier') }).click()
          await expectAccessibleLayout(page)
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
        await expectAccessibleLayout(page)
        const href = await dialog.getByRole('link', { name: t('labels.open') }).getAttribute('href')
        const pdf = await context.request.get(href ?? '')
        expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
      },
    )

    test(
      'a campaign for several products is previewed with what is skipped, planned and printed',
      FULL_TIER,
      async ({ page, context, shop }) => {
        const world = await openCampaigns({ page, context, shop }, language)
        const { t, free, from, until, dialog, planned, choose, forget } = world
        const [price, deposit] = [free?.price_cents ?? 0, free?.deposit_cents ?? 0]
        await choose('campaignPercent')
        await dialog.getByRole('textbox', { name: t('bulkEdit.reduction') }).fill('20')
        const lastDay = dialog.getByRole('textbox', { name: t('pricePlans.untilDay') })
        await lastDay.fill(dayText(shopDate(new Date())))
        await expect(dialog.getByText(t('pricePlans.problems.order'))).toBeVisible()
        await expect(dialog.getByRole('button', { name: t('bulkEdit.preview') })).toBeDisabled()
        await lastDay.fill(dayText(until))
        await shot(page, `campaign-${width}-${language}`)
        await expectAccessibleLayout(page)
        await page.keyboard.press('Enter')
        await expect(dialog.getByRole('listitem').first()).toContainText(t('bulkEdit.obstacles.overlaps'))
        await shot(page, `campaign-preview-${width}-${language}`)
        await expectAccessibleLayout(page)
        expect(await planned()).toEqual([])
        await dialog.getByRole('button', { name: t('bulkEdit.apply_one', { count: '1' }) }).click()
        const price_cents = Math.round((price - deposit) * 0.8) + deposit
        await expect.poll(planned).toEqual([{ product_id: free?.id, price_cents, from_day: from }])

        await shot(page, `campaign-notice-${width}-${language}`)
        await page
          .getByRole('region', { name: t('common.notices') })
          .getByRole('button', { name: t('labels.print') })
          .click()
        await expect(dialog.getByRole('textbox', { name: t('labels.day') })).toHaveValue(dayText(from))
        const href = await dialog.getByRole('link', { name: t('labels.open') }).getAttribute('href')
        expect(new URL(href ?? '').searchParams.get('ids')).toBe(String(free?.id))
        await dialog.getByRole('button', { name: t('common.cancel') }).click()
        await forget()
      },
    )

    test(
      'planned campaigns of several products are ended, and the change is undone',
      FULL_TIER,
      async ({ page, context, shop }) => {
        const world = await openCampaigns({ page, context, shop }, language)
        const { t, dialog, planned, choose, planFree, forget } = world
        await planFree()
        await expect.poll(planned).toHaveLength(1)
        await choose('endCampaign')
        await dialog.getByLabel(t('bulkEdit.which')).selectOption('planned')
        await shot(page, `campaign-end-${width}-${language}`)
        await dialog.getByRole('button', { name: t('bulkEdit.preview') }).click()
        await expect(dialog.getByRole('listitem')).toHaveCount(2)
        await dialog.getByRole('button', { name: t('bulkEdit.apply_other', { count: '2' }) }).click()
        await expect.poll(planned).toEqual([])
        // The notice of the first change may still be there, too.
        await page
          .locator('[data-severity]')
          .filter({ hasText: t('bulkEdit.changed_other', { count: '2' }) })
          .getByRole('button', { name: t('common.undo') })
          .click()
        await expect.poll(planned).toHaveLength(1)
        if (width === 1280) await page.getByRole('button', { name: t('bulkEdit.earlier') }).click()
        else await chooseMore(page, t, t('bulkEdit.earlier'))
        await shot(page, `campaign-earlier-${width}-${language}`)
        await expectAccessibleLayout(page)
        await dialog.getByRole('button', { name: t('common.close') }).click()
        await forget()

        await page.goto('/products?labels=all')
        await expect(dialog.getByRole('textbox', { name: t('labels.day') })).toHaveValue(dayText(shopDate(new Date())))
      },
    )
  })
