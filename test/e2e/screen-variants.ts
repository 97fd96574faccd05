import { expect, type Page } from '@playwright/test'
import type { LanguageCode } from '#contract/values.ts'
import { TIER } from '#test/tier.ts'
import { overflow, violations } from './accessibility.ts'
import { clippedControls, misplacedBlocks, namelessControls, smallTargets, spaceText, unspaceText } from './layout.ts'
import type { Screen } from './screen-list.ts'

/** The conditions under which a screen is checked. */
export type ScreenVariant = {
  /** 'pseudo' is two fifths longer than English. */
  language: LanguageCode | 'pseudo'
  width: number
  height: number
  isDark?: true
  /** With text twice as large, as a shopper sets it in the browser (WCAG 1.4.4). */
  isLarge?: true
  /** Runs axe, which takes longest. */
  rules?: true
  /** Checks for targets too small for a finger, or for controls without a name for screen readers. */
  targets?: true
  names?: true
  /** Checks once more with the widest text spacing that a reader may set. */
  spaced?: true
}

export const PHONE = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }
export const SMALL_PHONE = { width: 320, height: 568 }

const ENGLISH: ScreenVariant = { language: 'en', ...PHONE, targets: true }

/** The hardest condition for each check. */
const OTHERS: readonly ScreenVariant[] = [
  { language: 'fi', ...SMALL_PHONE, rules: true, names: true, spaced: true },
  { language: 'sv', ...PHONE, isDark: true, rules: true },
  { language: 'pseudo', ...SMALL_PHONE },
]

const SHOPPERS: readonly ScreenVariant[] = [ENGLISH, ...OTHERS]

/** For a screen whose layout changes with the width. */
const SHAPES: readonly ScreenVariant[] = [ENGLISH, { language: 'en', ...desk, rules: true }, ...OTHERS]

/** For the back office: on a desktop, where the drawer is beside the page, then on a phone. */
const ADMINS: readonly ScreenVariant[] = [
  { language: 'en', ...desk, rules: true, names: true },
  { language: 'sv', ...PHONE, isDark: true, rules: true, targets: true },
  { language: 'fi', ...PHONE, width: 320, spaced: true },
  { language: 'pseudo', ...SMALL_PHONE },
]

/**
 * In the merge tier: all the hardest conditions at once. The parity of the last character of the screen's name decides whether it
 * is dark.
 */
const hardest = (name: string): ScreenVariant => ({
  language: 'fi',
  ...SMALL_PHONE,
  rules: true,
  names: true,
  targets: true,
  spaced: true,
  ...((name.codePointAt(name.length - 1) ?? 0) % 2 === 1 && { isDark: true }),
})

/** The pictures of a shopper's screen. */
export const SHOPPER_PICTURES: readonly ScreenVariant[] = [
  ...(['en', 'fi'] as const).flatMap(language =>
    [PHONE, SMALL_PHONE, desk].flatMap(size => [
      { language, ...size },
      { language, ...size, isDark: true as const },
    ]),
  ),
  { language: 'sv', ...PHONE },
  { language: 'sv', ...SMALL_PHONE },
]

/** One more picture of the screens of a purchase, a pre-order and a door. */
export const LARGE_TEXT: ScreenVariant = { language: 'fi', ...PHONE, isLarge: true }

/** The pictures of a state of such a screen. */
export const STATE_PICTURES: readonly ScreenVariant[] = [
  { language: 'fi', ...PHONE },
  { language: 'sv', ...SMALL_PHONE, isDark: true },
  { language: 'en', ...desk },
]

/** The pictures of the back office. */
export const ADMIN_PICTURES: readonly ScreenVariant[] = [
  { language: 'fi', ...desk },
  { language: 'en', ...desk },
  { language: 'en', ...desk, isDark: true },
  { language: 'en', ...PHONE },
]

/** The shopper's screens whose layout changes with the width. */
const AT_ALL_WIDTHS = new Set(['home', 'basket', 'checkout', 'choose-store', 'completed', 'paying', 'login'])

/** Checked before each merge: the screens of each area that contain most of the components of the others. */
export const BEFORE_MERGE: ReadonlySet<string> = new Set([
  'login',
  'checkout',
  'paying',
  'completed',
  'preorder',
  'admin-product',
])

/** Whether a screen exists at this width. */
export const isThere =
  ({ only }: Screen) =>
  ({ width }: ScreenVariant): boolean =>
    only === undefined || (width === desk.width) === (only === 'desk')

/** The looks of a screen, in the order in which they are checked. */
export function listVariants(screen: Screen): readonly ScreenVariant[] {
  if (TIER === 'merge') return variantsBeforeMerge(screen)
  // A phone-only screen is checked with all the looks of others, at phone size.
  if (screen.only === 'phone')
    return ADMINS.map(variant => (isThere(screen)(variant) ? variant : { ...variant, ...PHONE }))
  if (screen.name.startsWith('admin-')) return ADMINS.filter(isThere(screen))
  return AT_ALL_WIDTHS.has(screen.name) ? SHAPES : SHOPPERS
}

function variantsBeforeMerge(screen: Screen): readonly ScreenVariant[] {
  const variant = hardest(screen.name)
  const deskVariant: ScreenVariant = { language: 'en', ...desk, rules: true, names: true }
  if (screen.only === 'phone') return [variant]
  if (screen.only === 'desk') return [deskVariant]
  const isWide = screen.name.startsWith('admin-') || AT_ALL_WIDTHS.has(screen.name)
  return isWide ? [deskVariant, variant] : [variant]
}

/** The place of a fault: "home in fi at 320 px". */
export const getPlace = (name: string, { language, width, isDark }: ScreenVariant): string =>
  `${name} in ${language} at ${width} px${isDark ? ' in the dark' : ''}`

/** Whether the device class changes between desktop and phone, as on a tablet that is turned. */
export const isOtherDevice = (one: ScreenVariant, other: ScreenVariant): boolean =>
  (one.width === desk.width) !== (other.width === desk.width)

/** Applies the size, the text size and the colour scheme of a look to the page. */
export async function applyLook(
  page: Page,
  { width, height, isDark, isLarge }: Pick<ScreenVariant, 'width' | 'height' | 'isDark' | 'isLarge'>,
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(`document.documentElement.style.fontSize = '${isLarge ? '200%' : ''}'`)
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/**
 * Fails on any fault that this look checks for. Sizes are polled until they are right, because a notice may be appearing or
 * disappearing.
 */
export async function expectNoFault(page: Page, variant: ScreenVariant, place: string): Promise<void> {
  await expect.poll(() => overflow(page), `${place}: wider than the screen by`).toBeLessThanOrEqual(0)
  await expect.poll(() => clippedControls(page), `${place}: cut off`).toEqual([])
  await expect.poll(() => misplacedBlocks(page), `${place}: blocks inside of text`).toEqual([])
  if (variant.targets) await expect.poll(() => smallTargets(page), `${place}: too small`).toEqual([])
  if (variant.names) await expect.poll(() => namelessControls(page), `${place}: nameless`).toEqual([])
  if (variant.rules) expect(await violations(page), `${place}: axe`).toEqual([])
  if (!variant.spaced) return
  await spaceText(page)
  await expect.poll(() => overflow(page), `${place}, spaced: wider than the screen by`).toBeLessThanOrEqual(0)
  await expect.poll(() => clippedControls(page), `${place}, spaced: cut off`).toEqual([])
  await unspaceText(page)
}
