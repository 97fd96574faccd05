import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const RULES: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  },
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
}

/** The violations that axe finds in the page, one line each; target sizes are checked too. */
export async function violations(page: Page): Promise<string[]> {
  // Injecting axe takes long enough for another transition to start.
  await Promise.all(page.frames().map(bringAxe))
  await waitForAnimations(page)
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify(RULES)}).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Once per document: reading half a megabyte takes longer than checking a page. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>('"axe" in window'))) await frame.evaluate(AXE)
}

/** How many pixels the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Longer than any transition. One that a page suspends, for example out of sight, may never end. */
const MAX_FADE_MS = 3000

/** Resolves when no transition is running: colours have then reached their final values. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(`Promise.race([
    new Promise(done => setTimeout(done, ${MAX_FADE_MS})),
    Promise.all(document.getAnimations()
      .filter(animation => animation.effect.getComputedTiming().endTime !== Infinity)
      .map(animation => animation.finished.catch(() => undefined))),
  ])`)
}
