import { expectNoWordLeft } from './left-words.ts'
import type { Screen } from './screen-list.ts'
import { BEFORE_MERGE, expectNoFault, getVariants, getPlace } from './screen-looks.ts'
import { walk } from './screen-walk.ts'
import { expect, onlyFull, test } from './test.ts'

/** Defines a test for each screen that checks it in every look. */
export function inspectScreens(screens: readonly Screen[]): void {
  for (const screen of screens)
    test(
      `the screen ${screen.name} has no axe violation, no small target and no clipped word`,
      onlyFull(!BEFORE_MERGE.has(screen.name)),
      async ({ shop, faults, openBrowser }) => {
        // The recorder of a failed test requests the picture that a blob shows.
        faults.allow(/Connecting to 'blob:/)
        await walk({
          screen,
          shop,
          looks: getVariants(screen),
          newContext: openBrowser,
          async see({ page, language }, look, before) {
            const place = getPlace(screen.name, look)
            // The texts of a language load after the page.
            await expect.poll(() => page.evaluate<string>('document.documentElement.lang'), place).toBe(language)
            if (before !== undefined) await expectNoWordLeft(page, { before, now: look.language, place })
            await expectNoFault(page, look, place)
          },
        })
      },
    )
}
