import { DARK_PALETTE, LIGHT_PALETTE } from './theme-palette.ts'

// The fallback of each until it has loaded is in first-paint.css.
const FONT_TEXT = "'Figtree Variable', 'Figtree Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif"
const FONT_HEADING = "'Bricolage Grotesque Variable', 'Bricolage Fallback', system-ui, sans-serif"

// Balanced, to avoid a last line of one word.
const headingStyle = {
  fontFamily: FONT_HEADING,
  fontWeight: 700,
  letterSpacing: '-0.01em',
  textWrap: 'balance',
} as const

// Sizes in rem, so that the user's own text size applies; the largest shrink on a narrow phone, and stop growing where a long word
// would not fit.
export const TYPOGRAPHY = {
  fontFamily: FONT_TEXT,
  h1: { ...headingStyle, fontSize: 'min(clamp(1.75rem, 1.4rem + 1.6vw, 2.25rem), 10.5vw)', lineHeight: 1.15 },
  h2: { ...headingStyle, fontSize: 'min(1.375rem, 10vw)', lineHeight: 1.25 },
  h3: { ...headingStyle, fontSize: 'min(1.125rem, 10vw)', lineHeight: 1.3 },
  h4: { ...headingStyle, fontSize: '1.0625rem', lineHeight: 1.3 },
  h5: { ...headingStyle, fontSize: '1rem', lineHeight: 1.35 },
  h6: { ...headingStyle, fontSize: '1rem', lineHeight: 1.35 },
  subtitle1: { fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.35 },
  body1: { fontSize: '1.0625rem', lineHeight: 1.5 },
  body2: { fontSize: '0.9375rem', lineHeight: 1.45 },
  caption: { fontSize: '0.875rem', lineHeight: 1.4 },
  button: { textTransform: 'none', fontWeight: 650, letterSpacing: 0 },
  amount: {
    fontFamily: FONT_HEADING,
    fontWeight: 800,
    fontSize: 'min(clamp(1.75rem, 1.2rem + 2.6vw, 2.375rem), 13vw)',
    lineHeight: 1.1,
    fontVariantNumeric: 'tabular-nums',
  },
} as const

type TokenBranch = { readonly [name: string]: string | number | TokenBranch }

const toKebabCase = (name: string) => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** text.secondary becomes --text-secondary. */
function colourTokens(palette: TokenBranch, prefix = '-'): string[] {
  return Object.entries(palette).flatMap(([name, value]) => {
    const token = `${prefix}-${toKebabCase(name)}`
    if (typeof value === 'object') return colourTokens(value, token)
    return typeof value === 'string' ? [`${token}: ${value};`] : []
  })
}

type TextStyle = { fontWeight?: number; fontSize?: string; lineHeight?: number; fontFamily?: string }

/** body2 becomes --type-body2, for the property font. */
function typeTokens(): string[] {
  return Object.entries(TYPOGRAPHY).flatMap(([name, look]: [string, TextStyle | string]) => {
    if (typeof look === 'string' || look.fontSize === undefined) return []
    const { fontWeight = 400, fontSize, lineHeight, fontFamily = FONT_TEXT } = look
    const family = fontFamily === FONT_HEADING ? 'var(--font-heading)' : 'var(--font-text)'
    return [`--type-${toKebabCase(name)}: ${fontWeight} ${fontSize}/${lineHeight} ${family};`]
  })
}

const withoutFirst = (families: string) => families.slice(families.indexOf(',') + 2)

/** The custom properties with which the style sheets name the theme's colours and type. The build writes them into the page. */
export const themeTokens = (): string =>
  [
    ':root {',
    `--font-text: ${FONT_TEXT};`,
    `--font-heading: ${FONT_HEADING};`,
    ...typeTokens(),
    ...colourTokens(LIGHT_PALETTE),
    '}',
    '@media (prefers-color-scheme: dark) { :root {',
    ...colourTokens(DARK_PALETTE),
    '} }',
    // load-fonts.ts
    ":root[data-fonts='late'] {",
    `--font-text: ${withoutFirst(FONT_TEXT)};`,
    `--font-heading: ${withoutFirst(FONT_HEADING)};`,
    '}',
  ].join('\n')
