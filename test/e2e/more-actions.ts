import type { Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** Chooses an action from the menu that a phone has in place of the buttons above a list. */
export async function chooseMore(page: Page, t: Texts, action: string): Promise<void> {
  await page.getByRole('button', { name: t('lists.moreActions'), exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
