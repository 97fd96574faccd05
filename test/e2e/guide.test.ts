import { overflow } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { expectAccessible } from './expect-accessible.ts'
import { clippedControls, smallTargets } from './layout.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

for (const [width, language, title, section] of [
  [1280, 'en', 'Orders and payments', 'A payment in doubt'],
  [390, 'fi', 'Tilaukset ja maksut', 'Epäselvä maksu'],
] as const) {
  test(
    `the guide opens at the page shown and leads on within the app, at ${width} px in ${language}`,
    fullTier('every-screen.test.ts opens the guide before each merge'),
    async ({ page, context, shop }) => {
      const t = textsIn(language)
      await page.setViewportSize({ width, height: 800 })
      await signUpAdmin(context, shop, { language })
      await page.goto('/orders')
      let guide = page
      if (width > 600) {
        const menu = page.getByRole('button', { name: t('menu.button') })
        const button = page.getByRole('link', { name: t('guide.open') })
        // Beside the open drawer and without it, where the bar is green.
        for (let state = 0; state < 2; state++) {
          await expect(menu).toBeVisible()
          const ink = await page.evaluate<string>(
            `getComputedStyle(document.querySelector('[aria-label="${t('menu.button')}"]')).color`,
          )
          await expect(button).toHaveCSS('color', ink)
          await menu.click()
        }
        const opening = context.waitForEvent('page')
        await button.click()
        guide = await opening
      } else {
        await page.getByRole('button', { name: t('menu.button') }).click()
        await page.getByRole('link', { name: t('links./guide') }).click()
        await page
          .getByRole('navigation', { name: t('guide.contents') })
          .getByRole('link')
          .nth(5)
          .click()
      }
      await expect(guide).toHaveURL(/\/guide\/orders$/)
      await expect(guide.getByRole('heading', { level: 1 })).toContainText(title)
      await page.goto('/guide/orders#a-payment-in-doubt')
      const heading = page.getByRole('heading', { name: section, exact: true })
      await expect(heading).toBeInViewport()
      await expect(heading).toBeFocused()
      await expectAccessible(page)
      expect(await clippedControls(page)).toEqual([])
      expect(await smallTargets(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await page.goto('/guide/nothing')
      await expect(page).toHaveURL(/\/guide\/getting-started$/)
    },
  )
}

for (const language of ['en', 'fi', 'sv'] as const)
  test(`the first week and the card for the wall fit a sheet of paper each, in ${language}`, async ({
    page,
    context,
    shop,
  }) => {
    await signUpAdmin(context, shop, { language })
    for (const name of ['first-week', 'wall-card']) {
      await page.goto(`/guide/${name}`)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      const pdf = await page.pdf({ format: 'A4' })
      expect([name, [...pdf.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length]).toEqual([name, 1])
    }
  })
