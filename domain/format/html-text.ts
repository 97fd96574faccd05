/** Of HTML 4, in the order of their code points from 160. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, at): [string, string] => [name, String.fromCodePoint(160 + at)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: '’',
    nbsp: ' ',
    shy: '',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    zwnj: '',
    zwj: '',
    euro: '€',
    hellip: '…',
    bull: '•',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
    trade: '™',
    permil: '‰',
    Scaron: 'Š',
    scaron: 'š',
    Zcaron: 'Ž',
    zcaron: 'ž',
    OElig: 'Œ',
    oelig: 'œ',
  }),
])

const HAS_ENTITY = /&#?\w{1,8};/
const windows1252 = new TextDecoder('windows-1252')

/** The character of a code point; those from 128 to 159 mean Windows-1252, as in browsers. */
function characterAt(point: number): string {
  if (point > 0x10_ff_ff || (point >= 0xd8_00 && point <= 0xdf_ff)) return ''
  if (point >= 0x80 && point <= 0x9f) return windows1252.decode(Uint8Array.of(point))
  return String.fromCodePoint(point).replace(/[\p{Cc}\p{Co}]/u, ' ')
}

function decodeEntity(whole: string, name: string): string {
  const hex = /^#x([0-9a-f]{1,6})$/i.exec(name)?.[1]
  const decimal = /^#(\d{1,7})$/.exec(name)?.[1]
  if (hex !== undefined) return characterAt(Number.parseInt(hex, 16))
  if (decimal !== undefined) return characterAt(Number(decimal))
  return NAMED_ENTITIES.get(name) ?? NAMED_ENTITIES.get(name.toLowerCase()) ?? whole
}

/** The text with the characters of its HTML entities; unknown ones stay. */
export const decodeEntities = (text: string): string => text.replaceAll(/&(#?\w{1,8});/g, decodeEntity)

const BLOCK_TAGS =
  'address|article|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tbody|td|th|thead|tr|ul'
const INLINE_TAGS = 'a|abbr|b|big|center|cite|code|del|em|font|i|img|ins|mark|s|small|span|strike|strong|sub|sup|u'
/** Elements whose content is no text. One that isn't closed reaches to the end: looking for its end again and again takes long. */
const WITHOUT_TEXT = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi
const BLOCK_TAG = new RegExp(String.raw`<\/?(?:${BLOCK_TAGS})(?:\s[^<>]*)?\/?>`, 'gi')
const INLINE_TAG = new RegExp(String.raw`<\/?(?:${INLINE_TAGS})(?:\s[^<>]*)?\/?>`, 'gi')
/** A tag that may also be a size or a letter (“T-paita <S>”) makes a text HTML only with an attribute, or if one such is closed. */
const SINGLE_LETTER = 'a|b|i|s|u'
const LONG_INLINE = INLINE_TAGS.split('|').filter(name => name.length > 1)
const HAS_TAG = new RegExp(
  [
    String.raw`<\/?(?:${[BLOCK_TAGS, ...LONG_INLINE, 'script|style'].join('|')})(?:\s[^<>]*)?\/?>`,
    String.raw`<\/(?:${SINGLE_LETTER})\s*>`,
    String.raw`<(?:${SINGLE_LETTER})\s[^<>=]*=[^<>]*>`,
    '<!--',
  ].join('|'),
  'i',
)

/** The text without the tags of HTML. Paragraphs, lines and list items are separated by commas, or by spaces after a sign. */
function withoutTags(text: string): string {
  const lines = text
    .replaceAll(WITHOUT_TEXT, ' ')
    .replaceAll(INLINE_TAG, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(BLOCK_TAG, '\n')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return lines
    .map((line, at) => (at === lines.length - 1 ? line : line + (/[.,:;!?…–-]$/.test(line) ? ' ' : ', ')))
    .join('')
}

const isMarkedUp = (text: string) => HAS_TAG.test(text) || HAS_ENTITY.test(text)

/** The plain text of a text that may be HTML; “5 < 6 & 7 > 3” is not and stays. */
export function textFromHtml(text: string): string {
  if (!isMarkedUp(text)) return text
  const decoded = decodeEntities(HAS_TAG.test(text) ? withoutTags(text) : text)
  // Feeds also contain HTML whose signs are entities.
  return HAS_TAG.test(decoded) ? decodeEntities(withoutTags(decoded)) : decoded
}
