import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** What axe holds against the page, one line each; target sizes are looked at too. */
export async function violations(page: Page): Promise<string[]> {
  await atRest(page)
  const axe = new AxeBuilder({ page }).options({
    runOnly: { type: 'tag', values: TAGS },
    rules: { 'target-size': { enabled: true } },
  })
  const { violations: found } = await axe.analyze()
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
}

/** How many pixels the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Resolves when nothing fades or slides any more: colours are then what they are. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter(animation => animation.effect.getComputedTiming().endTime !== Infinity)
    .map(animation => animation.finished.catch(() => undefined)))`)
}
