import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'

/** As wide as Helvetica and Courier, with the letters of all languages in Latin, Cyrillic and Greek script. */
const FONT_FILES = {
  plain: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
  bold: '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
  typed: '@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf',
} as const
export type PdfFont = keyof typeof FONT_FILES

const { resolve } = createRequire(import.meta.url)
let contents: [font: string, content: Buffer][] | undefined

/** Makes the fonts known to a document, which embeds only the glyphs that it uses. */
export function registerFonts(document: InstanceType<typeof PDFDocument>): void {
  contents ??= Object.entries(FONT_FILES).map(([font, file]) => [font, readFileSync(resolve(file))])
  for (const [font, content] of contents) document.registerFont(font, content)
}

/** The characters that all three fonts have. */
export const PRINTABLE_TEXT =
  /[ -~\u00a0-\u00ac\u00ae-\u0236\u0238-\u036f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0513\u1e00-\u1e9b\u1e9e\u1ea0-\u1ef9\u2012-\u2022\u2026\u2030\u2032-\u2034\u2039\u203a\u2044\u20a0-\u20b5\u2113\u2116\u2122\u2126\u2153\u2154\u215b-\u215e\u2190-\u2195\u2212\u2248\u2260\u2264\u2265\u25a1\u25cf\u2665]/

const MISSING_CHARACTER = '□'
const NEAREST_CHARACTER: Readonly<Record<string, string>> = { '\u2010': '-', '\u2011': '-', '\u202f': '\u00a0' }
/** Emoji with their modifiers, and what has no shape: joiners, soft hyphens, controls. */
const OMITTED_CHARACTERS =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\p{Variation_Selector}\u20e3]/u

/**
 * A text in the characters that can be printed: of a composed letter at least the base, emoji left out, other characters as □. A
 * text of only emoji is □, so that its place is not empty.
 */
export function printableText(text: string): string {
  const spaced = withoutDirectionControls(text)
    .normalize('NFC')
    .replaceAll(/\s/g, space => NEAREST_CHARACTER[space] ?? (space === '\u00a0' ? space : ' '))
  const printable = Array.from(spaced, nearestPrintable).join('')
  if (printable === spaced) return printable
  const tidy = printable.replaceAll(/ {2,}/g, ' ').replace(/ $/, '')
  return tidy === '' && spaced.trim() !== '' ? MISSING_CHARACTER : tidy
}

function nearestPrintable(character: string): string {
  if (PRINTABLE_TEXT.test(character)) return character
  const near = NEAREST_CHARACTER[character]
  if (near !== undefined) return near
  if (OMITTED_CHARACTERS.test(character)) return ''
  const base = character.normalize('NFD').charAt(0)
  return PRINTABLE_TEXT.test(base) ? base : MISSING_CHARACTER
}
