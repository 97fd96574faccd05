import { overflow, violations } from './accessibility.ts'
import { clippedControls, namelessControls, smallTargets, spaceText } from './layout.ts'
import { pseudoTexts, speakPseudo } from './pseudo-language.ts'
import { SCREENS } from './screen-list.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

const SMALL_PHONE = { width: 320, height: 568 }
// The screens that change their shape with the width; they are looked at in the dark too.
const AT_ALL_WIDTHS = new Set(['home', 'basket', 'checkout', 'choose-store', 'completed', 'paying', 'login'])
const OTHER_WIDTHS = [1280, 320]

test.describe.configure({ mode: 'parallel' })

// Sizes are asked for until they are right: a notice that comes or goes grows or shrinks for a moment.
for (const { name, open, leave } of SCREENS) {
  const changesItsShape = AT_ALL_WIDTHS.has(name)

  test(`nothing is held against the screen ${name}: no rule of axe, no small target, no word cut off`, async ({
    page,
    context,
    shop,
  }) => {
    const visit = { page, context, shop, language: 'en', t: textsIn('en') } as const
    await open(visit)
    expect(await violations(page)).toEqual([])
    await expect.poll(() => smallTargets(page)).toEqual([])
    if (changesItsShape) {
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(page), 'in the dark').toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
    for (const width of changesItsShape ? OTHER_WIDTHS : [320]) {
      await page.setViewportSize({ width, height: 844 })
      if (changesItsShape) expect(await violations(page), `at ${width} px`).toEqual([])
      await expect.poll(() => overflow(page), `at ${width} px`).toBeLessThanOrEqual(0)
      await expect.poll(() => clippedControls(page), `at ${width} px`).toEqual([])
    }
    await spaceText(page)
    await expect.poll(() => overflow(page), 'with spaced text').toBeLessThanOrEqual(0)
    await expect.poll(() => clippedControls(page), 'with spaced text').toEqual([])
    await leave?.(visit)
  })

  test(`nor in Finnish on the smallest phone: ${name}`, async ({ page, context, shop }) => {
    await page.setViewportSize(SMALL_PHONE)
    const visit = { page, context, shop, language: 'fi', t: textsIn('fi') } as const
    await open(visit)
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('fi')
    expect(await violations(page)).toEqual([])
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await expect.poll(() => clippedControls(page)).toEqual([])
    expect(await namelessControls(page)).toEqual([])
    await leave?.(visit)
  })

  test(`nor in Swedish in the dark: ${name}`, async ({ page, context, shop }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const visit = { page, context, shop, language: 'sv', t: textsIn('sv') } as const
    await open(visit)
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('sv')
    expect(await violations(page)).toEqual([])
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await leave?.(visit)
  })

  test(`nor in a language two fifths longer, on the smallest phone: ${name}`, async ({ page, context, shop }) => {
    await page.setViewportSize(SMALL_PHONE)
    const visit = { page, context, shop, language: 'en', t: pseudoTexts } as const
    await speakPseudo(page)
    await open(visit)
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await expect.poll(() => clippedControls(page)).toEqual([])
    await leave?.(visit)
  })
}
