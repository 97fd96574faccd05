import { expect, type Page } from '@playwright/test'
import type { LanguageCode } from '#contract/values.ts'
import { overflow, violations } from './accessibility.ts'
import { clippedControls, namelessControls, smallTargets, spaceText, unspaceText } from './layout.ts'

/** How a screen is looked at. */
export type Look = {
  /** 'pseudo' is two fifths longer than English. */
  language: LanguageCode | 'pseudo'
  width: number
  height?: number
  isDark?: true
  /** Asks axe, which takes longest. */
  rules?: true
  /** Asks for what a finger can't hit, or for what a screen reader can't name. */
  targets?: true
  names?: true
  /** Once more with the text spaced as wide as a reader may have it. */
  spaced?: true
}

const PHONE_HEIGHT = 844
const SMALL_PHONE = { width: 320, height: 568 }

/** Of a screen that keeps its shape: English on a phone, and whatever is hardest for the other languages. */
const ALL_SHOPPERS: readonly Look[] = [
  { language: 'en', width: 390, rules: true, targets: true },
  { language: 'en', width: 320, spaced: true },
  { language: 'fi', ...SMALL_PHONE, rules: true, names: true },
  { language: 'sv', width: 390, isDark: true, rules: true },
  { language: 'pseudo', ...SMALL_PHONE },
]

/** Of one that changes its shape with the width; in the dark too. */
const SHAPE_CHANGING: readonly Look[] = [
  { language: 'en', width: 390, isDark: true, rules: true },
  { language: 'en', width: 1280, rules: true },
  { language: 'en', width: 320, rules: true, spaced: true },
]

/** The screens of shoppers that change their shape with the width. */
const AT_ALL_WIDTHS = new Set(['home', 'basket', 'checkout', 'choose-store', 'completed', 'paying', 'login'])

export const looksAt = (name: string): readonly Look[] => {
  const [first, narrow, ...others] = ALL_SHOPPERS as [Look, Look, ...Look[]] // as it stands above
  return AT_ALL_WIDTHS.has(name) ? [first, ...SHAPE_CHANGING, ...others] : [first, narrow, ...others]
}

/** Where a fault was found: "home in fi at 320 px". */
export const placeOf = (name: string, { language, width, isDark }: Look): string =>
  `${name} in ${language} at ${width} px${isDark ? ' in the dark' : ''}`

export async function takeUp(page: Page, { width, height = PHONE_HEIGHT, isDark }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/** Fails at whatever this look can be told to be wrong. Sizes are asked for until they are right: a notice comes or goes. */
export async function expectNoFault(page: Page, look: Look, place: string): Promise<void> {
  await expect.poll(() => overflow(page), `${place}: wider than the screen by`).toBeLessThanOrEqual(0)
  await expect.poll(() => clippedControls(page), `${place}: cut off`).toEqual([])
  if (look.targets) await expect.poll(() => smallTargets(page), `${place}: too small`).toEqual([])
  if (look.names) expect(await namelessControls(page), `${place}: nameless`).toEqual([])
  if (look.rules) expect(await violations(page), `${place}: axe`).toEqual([])
  if (!look.spaced) return
  await spaceText(page)
  await expect.poll(() => overflow(page), `${place}, spaced: wider than the screen by`).toBeLessThanOrEqual(0)
  await expect.poll(() => clippedControls(page), `${place}, spaced: cut off`).toEqual([])
  await unspaceText(page)
}
