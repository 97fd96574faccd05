import { comparisonKey } from '#domain/format/normalise-text.ts'

/**
 * The units that the product form offers, with other words for them that lists of programs and wholesalers have. A word that may
 * mean two of them, such as “burk” or “förpackning”, is left out.
 */
export const UNIT_WORDS = {
  kpl: [
    'kappale',
    'kappaletta',
    'kappaleet',
    'unit',
    'units',
    'yksikkö',
    'yksiköt',
    'enhet',
    'enheter',
    'pc',
    'pcs',
    'piece',
    'pieces',
    'st',
    'stk',
    'styck',
  ],
  pkt: ['paketti', 'pack', 'packs', 'packet', 'packets', 'paket'],
  plo: ['pullo', 'bottle', 'bottles', 'btl', 'flaska', 'flaskor', 'fl'],
  prk: ['purkki', 'jar', 'jars'],
  ps: ['pussi', 'pss', 'bag', 'bags', 'påse', 'påsar'],
  rs: ['rasia', 'ras', 'ask', 'askar'],
  tlk: ['tölkki', 'can', 'cans'],
  ltk: ['laatikko', 'crate', 'crates', 'låda', 'lådor'],
  sk: ['säkki', 'sack', 'sacks', 'säck', 'säckar'],
  kg: ['kilo', 'kilogramma', 'kilogram'],
  l: ['litra', 'litre', 'liter', 'ltr'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(UNIT_WORDS).flatMap(([unit, words]) => [unit, ...words].map(word => [word, unit] as const)),
)

/** The shop’s unit for a word, whatever its case and with or without a final dot; a shop’s own unit stays as it is. */
export const unitNamed = (text: string): string => BY_WORD.get(comparisonKey(text).replace(/ ?\.$/, '')) ?? text
