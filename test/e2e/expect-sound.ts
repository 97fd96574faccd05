import { expect, type Page } from '@playwright/test'
import { overflow, violations } from './accessibility.ts'
import { clippedControls, smallTargets } from './layout.ts'

/** No rule of axe is broken by the page as it stands, once what has just come or gone is there or away. */
export const expectAccessible = (page: Page): Promise<void> => expect.poll(() => violations(page)).toEqual([])

/**
 * Nothing is held against the page as it stands: no rule of axe, no word cut off, no target too small for a finger, no
 * sideways scroll. Looked at again for a while, since a notice that comes or goes meanwhile is pale and small.
 */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page)
  await expect.poll(() => clippedControls(page)).toEqual([])
  await expect.poll(() => smallTargets(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}
