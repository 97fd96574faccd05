import { expect, type Page } from '@playwright/test'
import type { LanguageCode } from '#contract/values.ts'
import { overflow, violations } from './accessibility.ts'
import { isFullTier } from '#test/tier.ts'
import type { Screen } from './screen-list.ts'
import { clippedControls, namelessControls, smallTargets, spaceText, unspaceText } from './layout.ts'

/** How a screen is looked at. */
export type Look = {
  /** 'pseudo' is two fifths longer than English. */
  language: LanguageCode | 'pseudo'
  width: number
  height: number
  isDark?: true
  /** Asks axe, which takes longest. */
  rules?: true
  /** Asks for what a finger can't hit, or for what a screen reader can't name. */
  targets?: true
  names?: true
  /** Once more with the text spaced as wide as a reader may have it. */
  spaced?: true
}

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }
const smallPhone = { width: 320, height: 568 }

const ENGLISH: Look = { language: 'en', ...phone, targets: true }

/** Whatever is hardest for each. */
const OTHERS: readonly Look[] = [
  { language: 'fi', ...smallPhone, rules: true, names: true, spaced: true },
  { language: 'sv', ...phone, isDark: true, rules: true },
  { language: 'pseudo', ...smallPhone },
]

const SHOPPERS: readonly Look[] = [ENGLISH, ...OTHERS]

/** Of a screen that changes its shape with the width. */
const SHAPES: readonly Look[] = [ENGLISH, { language: 'en', ...desk, rules: true }, ...OTHERS]

/** Of the back office: on a desk, where the drawer is beside the page, then on a phone. */
const ADMINS: readonly Look[] = [
  { language: 'en', ...desk, rules: true, names: true },
  { language: 'sv', ...phone, isDark: true, rules: true, targets: true },
  { language: 'fi', ...phone, width: 320, spaced: true },
  { language: 'pseudo', ...smallPhone },
]

/** In the merge tier: whatever is hardest, at once. A screen's place in the alphabet decides whether it is dark. */
const hardest = (name: string): Look => ({
  language: 'fi',
  ...smallPhone,
  rules: true,
  names: true,
  targets: true,
  spaced: true,
  ...((name.codePointAt(name.length - 1) ?? 0) % 2 === 1 && { isDark: true }),
})

/** What is painted of a shopper's screen. */
export const SHOPPER_PICTURES: readonly Look[] = [
  ...(['en', 'fi'] as const).flatMap(language =>
    [phone, smallPhone, desk].flatMap(size => [
      { language, ...size },
      { language, ...size, isDark: true as const },
    ]),
  ),
  { language: 'sv', ...phone },
]

/** What is painted of a state that such a screen may be in. */
export const STATE_PICTURES: readonly Look[] = [
  { language: 'fi', ...phone },
  { language: 'sv', ...smallPhone, isDark: true },
  { language: 'en', ...desk },
]

/** What is painted of the back office. */
export const ADMIN_PICTURES: readonly Look[] = [
  { language: 'fi', ...desk },
  { language: 'en', ...desk },
  { language: 'en', ...desk, isDark: true },
  { language: 'en', ...phone },
]

/** The screens of shoppers that change their shape with the width. */
const AT_ALL_WIDTHS = new Set(['home', 'basket', 'checkout', 'choose-store', 'completed', 'paying', 'login'])

/** Looked at before each merge: of each area the screens that hold most of what others are made of. */
export const BEFORE_MERGE: ReadonlySet<string> = new Set([
  'login',
  'checkout',
  'paying',
  'completed',
  'preorder',
  'admin-product',
  'admin-order-refund',
  'admin-store',
])

/** Whether a screen is there on so wide a display. */
export const isThere =
  ({ only }: Screen) =>
  ({ width }: Look): boolean =>
    only === undefined || (width === desk.width) === (only === 'desk')

/** How a screen is looked at, one after the other. */
export function looksAt(screen: Screen): readonly Look[] {
  if (!isFullTier) return looksBeforeMerge(screen)
  // A screen that only phones have is seen there in all that others are seen in on a desk.
  if (screen.only === 'phone') return ADMINS.map(look => (isThere(screen)(look) ? look : { ...look, ...phone }))
  if (screen.name.startsWith('admin-')) return ADMINS.filter(isThere(screen))
  return AT_ALL_WIDTHS.has(screen.name) ? SHAPES : SHOPPERS
}

function looksBeforeMerge(screen: Screen): readonly Look[] {
  const look = hardest(screen.name)
  const ofDesk: Look = { language: 'en', ...desk, rules: true, names: true }
  if (screen.only === 'phone') return [look]
  if (screen.only === 'desk') return [ofDesk]
  const isWide = screen.name.startsWith('admin-') || AT_ALL_WIDTHS.has(screen.name)
  return isWide ? [ofDesk, look] : [look]
}

/** Where a fault was found: "home in fi at 320 px". */
export const placeOf = (name: string, { language, width, isDark }: Look): string =>
  `${name} in ${language} at ${width} px${isDark ? ' in the dark' : ''}`

/** Whether a desk becomes a phone, as a tablet does that is turned, or the other way round. */
export const isOtherDevice = (one: Look, other: Look): boolean =>
  (one.width === desk.width) !== (other.width === desk.width)

/** Looks at the page so. */
export async function takeUp(
  page: Page,
  { width, height, isDark }: Pick<Look, 'width' | 'height' | 'isDark'>,
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/** Fails at whatever this look can be told to be wrong. Sizes are asked for until they are right: a notice comes or goes. */
export async function expectNoFault(page: Page, look: Look, place: string): Promise<void> {
  await expect.poll(() => overflow(page), `${place}: wider than the screen by`).toBeLessThanOrEqual(0)
  await expect.poll(() => clippedControls(page), `${place}: cut off`).toEqual([])
  if (look.targets) await expect.poll(() => smallTargets(page), `${place}: too small`).toEqual([])
  if (look.names) await expect.poll(() => namelessControls(page), `${place}: nameless`).toEqual([])
  if (look.rules) expect(await violations(page), `${place}: axe`).toEqual([])
  if (!look.spaced) return
  await spaceText(page)
  await expect.poll(() => overflow(page), `${place}, spaced: wider than the screen by`).toBeLessThanOrEqual(0)
  await expect.poll(() => clippedControls(page), `${place}, spaced: cut off`).toEqual([])
  await unspaceText(page)
}
