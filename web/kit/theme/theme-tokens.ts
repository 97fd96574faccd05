import { DARK_PALETTE, LIGHT_PALETTE } from './theme-palette.ts'
import { FONT_HEADING, FONT_TEXT, TYPOGRAPHY } from './theme-typography.ts'

type Branch = { readonly [name: string]: string | number | Branch }

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** text.secondary becomes --text-secondary. */
function colourTokens(palette: Branch, prefix = '-'): string[] {
  return Object.entries(palette).flatMap(([name, value]) => {
    const token = `${prefix}-${kebab(name)}`
    if (typeof value === 'object') return colourTokens(value, token)
    return typeof value === 'string' ? [`${token}: ${value};`] : []
  })
}

type Look = { fontWeight?: number; fontSize?: string; lineHeight?: number; fontFamily?: string }

/** body2 becomes --type-body2, for the property font. */
function typeTokens(): string[] {
  return Object.entries(TYPOGRAPHY).flatMap(([name, look]: [string, Look | string]) => {
    if (typeof look === 'string' || look.fontSize === undefined) return []
    const { fontWeight = 400, fontSize, lineHeight, fontFamily = FONT_TEXT } = look
    const family = fontFamily === FONT_HEADING ? 'var(--font-heading)' : 'var(--font-text)'
    return [`--type-${kebab(name)}: ${fontWeight} ${fontSize}/${lineHeight} ${family};`]
  })
}

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
  ].join('\n')
