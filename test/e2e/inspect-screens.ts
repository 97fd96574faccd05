import { expectNoWordLeft } from './leftover-words.ts'
import type { Screen } from './screen-list.ts'
import { BEFORE_MERGE, expectNoFault, listVariants, getPlace } from './screen-variants.ts'
import { walk } from './screen-walk.ts'
import { expect, fullTier, test } from './test.ts'

/** Defines a test for each screen that checks it in every look. */
export function inspectScreens(screens: readonly Screen[]): void {
  for (const screen of screens)
    test(
      `the screen ${screen.name} has no axe violation, no small target and no clipped word`,
      BEFORE_MERGE.has(screen.name) ? {} : fullTier('one screen of each kind is inspected before each merge'),
      async ({ shop, faults, openBrowser }) => {
        // The recorder of a failed test requests the picture that a blob shows.
        faults.allow(/Connecting to 'blob:/)
        await walk({
          screen,
          shop,
          variants: listVariants(screen),
          newContext: openBrowser,
          async see({ page, language }, variant, before) {
            const place = getPlace(screen.name, variant)
            // The texts of a language load after the page.
            await expect.poll(() => page.evaluate<string>('document.documentElement.lang'), place).toBe(language)
            if (before !== undefined) await expectNoWordLeft(page, { before, now: variant.language, place })
            await expectNoFault(page, variant, place)
          },
        })
      },
    )
}
