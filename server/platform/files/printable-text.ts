import { withoutDirectionControls } from '#domain/format/direction-controls.ts'

/** The characters that a PDF's built-in fonts can show. */
const BYTES = Uint8Array.from({ length: 224 }, (_, index) => index + 32)
const KNOWN = new Set(new TextDecoder('windows-1252').decode(BYTES).replaceAll(/[\u007f-\u009f]/g, ''))

/** Letters without a decomposition into base letter and accent. */
const NEAREST: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', '\u2212': '-' }

/** A text in those characters: an unknown letter without its accent, anything else as a question mark. */
export const printableText = (text: string): string =>
  Array.from(
    withoutDirectionControls(text)
      .normalize('NFC')
      .replaceAll(/\s/g, space => (space === '\u00a0' ? space : ' ')),
    nearest,
  ).join('')

function nearest(character: string): string {
  if (KNOWN.has(character)) return character
  const base = NEAREST[character] ?? character.normalize('NFD').charAt(0)
  return KNOWN.has(base) ? base : '?'
}
