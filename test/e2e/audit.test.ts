import type { Supplier } from '#contract/catalogue/suppliers.ts'
import { overflow } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { expectAccessible } from './expect-accessible.ts'
import { clippedControls, smallTargets } from './layout.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

for (const [width, language] of [
  [1280, 'en'],
  [320, 'fi'],
] as const) {
  test(
    `the audit log shows who changed what, on the record and in full, at ${width} px in ${language}`,
    fullTier('audit.test.ts of the server has its entries before each merge'),
    async ({ page, context, shop }) => {
      const t = textsIn(language)
      await page.setViewportSize({ width, height: 800 })
      const admin = await signUpAdmin(context, shop, { language })
      const [old, renamed] = [`Mylly ${width}`, `Myllärit ${width}`]
      const { id, revision } = await admin.api.request<Supplier>('POST admin/suppliers', { name: old })
      await admin.api.request(`PUT admin/suppliers/${id}`, { revision, name: renamed, reason: 'misspelt' })
      await page.goto(`/suppliers/${id}/edit`)
      const history = page.getByRole('region', { name: t('audit.recordTitle') })
      await expect(history.getByText(`${old} → ${renamed}`)).toBeVisible()
      await expect(history.getByText(admin.email).first()).toBeVisible()
      await expectAccessible(page)
      await page.goto('/audit?kind=supplier')
      const main = page.getByRole('main')
      await expect(main.getByText(`${old} → ${renamed}`)).toBeVisible()
      await expect(main.getByText('misspelt').first()).toBeVisible()
      await expectAccessible(page)
      expect(await clippedControls(page)).toEqual([])
      expect(await smallTargets(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await main.getByRole('button', { name: t('lists.filters'), exact: true }).click()
      const fields = page.getByRole('dialog', { name: t('lists.filters') })
      await fields.getByRole('textbox', { name: t('lists.until') }).fill('2020-01-01')
      await expect(page).toHaveURL(/until=2020-01-01/)
      await fields.getByRole('button', { name: t('lists.show') }).click()
      await expect(page.getByText(t('lists.nothingFound'), { exact: true })).toBeVisible()
    },
  )
}
