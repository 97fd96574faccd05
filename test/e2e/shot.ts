import type { Page } from '@playwright/test'

/** A picture of the page, to look at while writing a test: only with E2E_SHOTS, the folder for it. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
