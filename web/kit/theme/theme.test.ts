import { decomposeColor, getContrastRatio, hexToRgb, recomposeColor } from '@mui/material/styles'
import { describe, expect, test } from 'vitest'
import { DRAWER_COLOURS } from './theme-drawer.ts'
import { DARK_PALETTE, LIGHT_PALETTE } from './theme-palette.ts'
import { theme } from './theme.ts'

/** A colour that shows through a translucent one above it. */
function over(ground: string, shade: string): string {
  const [red, green, blue] = decomposeColor(hexToRgb(ground)).values
  const [overRed, overGreen, overBlue, alpha = 1] = decomposeColor(shade).values
  const mix = (below: number, above: number) => below + (above - below) * alpha
  return recomposeColor({
    type: 'rgb',
    values: [mix(red, overRed), mix(green, overGreen), mix(blue, overBlue)],
  })
}

const AA_TEXT = 4.5
const AA_CONTROL = 3

const roles = ['primary', 'secondary', 'error', 'warning', 'info', 'success'] as const
const pills = ['open', 'closed', 'attention', 'danger'] as const

describe.each([
  ['light', LIGHT_PALETTE],
  ['dark', DARK_PALETTE],
] as const)('in the %s scheme', (_scheme, palette) => {
  const grounds = [palette.background.default, palette.background.paper, palette.surface.mist]

  test.each(roles)('text on %s and on its hover shade is readable', role => {
    const { main, dark, contrastText } = palette[role]
    expect(getContrastRatio(contrastText, main)).toBeGreaterThanOrEqual(AA_TEXT)
    expect(getContrastRatio(contrastText, dark)).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test.each(roles.filter(role => role !== 'secondary'))('%s as text is readable on every ground', role => {
    for (const ground of grounds) expect(getContrastRatio(palette[role].main, ground)).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test('primary and secondary text are readable on every ground', () => {
    for (const ground of [...grounds, palette.surface.lit])
      for (const ink of [palette.text.primary, palette.text.secondary])
        expect(getContrastRatio(ink, ground)).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test.each(pills)('the pill for %s is readable', tone => {
    expect(getContrastRatio(palette.pill[`${tone}Ink`], palette.pill[tone])).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test('the top bar and the toasts are readable', () => {
    const { bar, barInk, toast, toastInk } = palette.surface
    expect(getContrastRatio(barInk, bar)).toBeGreaterThanOrEqual(AA_TEXT)
    expect(getContrastRatio(toastInk, toast)).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test('the buttons and links on the top bar stand out, alone and beside the open drawer', () => {
    const { bar, barInk, barButton, mist, lit } = palette.surface
    for (const shade of [barButton, 'rgba(255, 255, 255, 0.24)'])
      expect(getContrastRatio(barInk, over(bar, shade))).toBeGreaterThanOrEqual(AA_CONTROL)
    for (const shade of [mist, lit])
      expect(getContrastRatio(palette.text.primary, shade)).toBeGreaterThanOrEqual(AA_CONTROL)
  })

  test('the outline of a field stands out', () => {
    for (const ground of [palette.background.default, palette.background.paper])
      expect(getContrastRatio(palette.line.input, ground)).toBeGreaterThanOrEqual(AA_CONTROL)
  })
})

test('the drawer is readable, and its current entry stands out', () => {
  const { ground, ink, hover, current, currentInk } = DRAWER_COLOURS
  for (const shade of [ground, hover]) expect(getContrastRatio(ink, shade)).toBeGreaterThanOrEqual(AA_TEXT)
  expect(getContrastRatio(currentInk, current)).toBeGreaterThanOrEqual(AA_TEXT)
  expect(getContrastRatio(current, ground)).toBeGreaterThanOrEqual(AA_CONTROL)
})

test('the theme has the specified breakpoints, sizes and colours', () => {
  expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
  expect(theme.shape.borderRadius).toBe(8)
  expect(theme.mixins.toolbar.minHeight).toBe(76)
  expect(theme.palette.primary.main).toBe('#1b5e20')
  expect(theme.palette.secondary.main).toBe('#a5d6a7')
})
