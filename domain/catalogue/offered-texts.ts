import { withoutDirectionControls } from '#domain/format/direction-controls.ts'

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: '’',
  nbsp: ' ',
}

function entity(whole: string, name: string): string {
  const hex = /^#x([0-9a-f]{1,6})$/i.exec(name)?.[1]
  const decimal = /^#(\d{1,7})$/.exec(name)?.[1]
  if (hex === undefined && decimal === undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? whole
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return point > 0x10_ff_ff ? '' : withoutControls(String.fromCodePoint(point))
}

// Marks that a text from outside can't contain: characters without a meaning of their own are removed first.
const BEGIN = '\uE000'
const END = '\uE001'

/** A text from outside in one line, without markup, control characters and entities. */
export const plainText = (text: string): string => tidy(withoutTags(withoutControls(text)))

const withoutControls = (text: string) => text.replaceAll(/[\p{Cc}\p{Co}]+/gu, ' ')
const withoutTags = (text: string) => text.replaceAll(/<[^<>]*>/g, '')
const tidy = (text: string) =>
  withoutDirectionControls(text.replaceAll(/&(#?\w{1,8});/g, entity))
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * A list of ingredients with its allergens **emphasised**. Open Food Facts marks them with `<span class="allergen">`, or as typed
 * by people with _underscores_. Pairs of asterisks, which some labels have as footnotes, get another form.
 */
export function ingredientText(text: string): string {
  const marked = withoutControls(text)
    .replaceAll(/<span class="allergen">([^<>]*)<\/span>/g, `${BEGIN}$1${END}`)
    .replaceAll(/_([^_<>\uE000\uE001]+)_/g, `${BEGIN}$1${END}`)
  return tidy(withoutTags(marked).replaceAll(/\*{2,}/g, stars => '∗'.repeat(stars.length)))
    .replaceAll(/\uE000\s*([^\uE000\uE001]*?)\s*\uE001/g, (_whole, inner: string) => (inner ? `**${inner}**` : ''))
    .replaceAll(/[\uE000\uE001]/g, '')
    .trim()
}
