import { expect, type Page } from '@playwright/test'
import { overflow, violations } from './accessibility.ts'
import { clippedControls, smallTargets } from './layout.ts'

/** The page breaks no rule of axe, once notices that are appearing or disappearing have settled. */
export const expectAccessible = (page: Page): Promise<void> => expect.poll(() => violations(page)).toEqual([])

/**
 * The page has no faults: no axe violation, no clipped text, no target too small for a finger, no sideways scroll. Polls for a
 * while, because a notice is pale and small while it appears or disappears.
 */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  await expectAccessible(page)
  await expect.poll(() => clippedControls(page)).toEqual([])
  await expect.poll(() => smallTargets(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}
