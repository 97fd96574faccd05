import { overflow, violations } from './accessibility.ts'
import { SCREENS } from './every-screen.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

// The screens that change their shape with the width; they are looked at in the dark too.
const AT_ALL_WIDTHS = new Set(['home', 'basket', 'checkout', 'choose-store', 'completed', 'paying', 'login'])
const OTHER_WIDTHS = [1280, 320]

for (const language of ['fi', 'sv'] as const) {
  for (const { name, open, leave } of SCREENS.filter(screen => AT_ALL_WIDTHS.has(screen.name))) {
    test(`axe holds nothing against the screen ${name} in ${language}, light or dark`, async ({
      page,
      context,
      shop,
    }) => {
      const visit = { page, context, shop, language, t: textsIn(language) }
      await open(visit)
      expect(await page.evaluate<string>('document.documentElement.lang')).toBe(language)
      expect(await violations(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(page), 'in the dark').toEqual([])
      await leave?.(visit)
    })
  }
}

for (const { name, open, leave } of SCREENS) {
  test(`axe holds nothing against the screen ${name}, and nothing sticks out`, async ({ page, context, shop }) => {
    const visit = { page, context, shop, language: 'en', t: textsIn('en') } as const
    await open(visit)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    if (AT_ALL_WIDTHS.has(name)) {
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(page), 'in the dark').toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
    for (const width of AT_ALL_WIDTHS.has(name) ? OTHER_WIDTHS : [320]) {
      await page.setViewportSize({ width, height: 844 })
      if (AT_ALL_WIDTHS.has(name)) expect(await violations(page), `at ${width} px`).toEqual([])
      expect(await overflow(page), `at ${width} px`).toBeLessThanOrEqual(0)
    }
    await leave?.(visit)
  })
}
