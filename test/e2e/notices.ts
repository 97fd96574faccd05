import { expect, type Locator, type Page } from '@playwright/test'

/** A notice on the screen (not its copy for screen readers). */
export function notice(page: Page, text: string | RegExp): Locator {
  // Both stacks of notices are regions outside of main.
  return page.locator('body > [role="region"]').getByText(text)
}

/** The notice is on the screen, and is announced to screen readers once. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  await expect(notice(page, text)).toBeVisible()
  await expect(page.locator('body > [role="status"]').getByText(text)).toHaveCount(1)
}
