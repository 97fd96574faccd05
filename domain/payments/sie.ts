import { APP_BRANDS } from './terminals/terminal-providers.ts'
import type { Posting } from './voucher.ts'

/** A journal entry for SIE: the postings of a day and store, with the store as its cost centre. */
export type SieEntry = {
  /** yyyy-mm-dd. */
  date: string
  text: string
  costCentre: { id: string; name: string }
  postings: readonly (Posting & { text: string })[]
}

export type SieFile = {
  program: { name: string; version: string }
  company: { name: string; businessId: string }
  /** yyyy-mm-dd. */
  madeAt: string
  entries: readonly SieEntry[]
}

/** The dimension that SIE reserves for cost centres. */
const COST_CENTRE = '1'

/**
 * Journal entries as a SIE file of type 4I, which bookkeeping programs of the Nordic countries import. Entries have no number:
 * the importing program assigns its next ones. Amounts are debit when positive. Source: SIE file format 4B, SIE-Gruppen, 2008.
 */
export function sieText({ program, company, madeAt, entries }: SieFile): string {
  const byName = entries
    .flatMap(({ postings }) => postings)
    .toSorted((one, other) => Number(isApp(other)) - Number(isApp(one)))
  // An account that cards and the app share has the cards' name.
  const accounts = new Map(byName.map(({ account, entry }) => [account, entry]))
  const centres = new Map(entries.map(({ costCentre }) => [costCentre.id, costCentre.name]))
  return [
    '#FLAGGA 0',
    '#FORMAT PC8',
    '#SIETYP 4',
    `#PROGRAM ${quoteField(program.name)} ${quoteField(program.version)}`,
    `#GEN ${sieDate(madeAt)}`,
    ...(company.businessId === '' ? [] : [`#ORGNR ${quoteField(company.businessId)}`]),
    `#FNAMN ${quoteField(company.name)}`,
    ...[...accounts]
      .toSorted(byFirst)
      .map(([account, entry]) => `#KONTO ${account} ${quoteField(ACCOUNT_NAMES[entry])}`),
    `#DIM ${COST_CENTRE} ${quoteField('Kustannuspaikka')}`,
    ...[...centres]
      .toSorted(byFirst)
      .map(([id, name]) => `#OBJEKT ${COST_CENTRE} ${quoteField(id)} ${quoteField(name)}`),
    ...entries.flatMap(entryLines),
    '',
  ].join('\r\n')
}

const ACCOUNT_NAMES: Record<Posting['entry'], string> = {
  card: 'Korttisaamiset',
  app: `${APP_BRANDS}-saamiset`,
  other: 'Muut maksut',
  clearing: 'Selvitettävät maksut',
  sales: 'Myynti',
  freeSums: 'Hyvitykset ilman tuotteita',
  vat: 'Arvonlisävero',
}

const isApp = ({ entry }: Posting) => entry === 'app'
const byFirst = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

function entryLines({ date, text, costCentre, postings }: SieEntry): string[] {
  const object = `{${COST_CENTRE} ${quoteField(costCentre.id)}}`
  return [
    `#VER "" "" ${sieDate(date)} ${quoteField(text)}`,
    '{',
    ...postings.map(
      posting =>
        `   #TRANS ${posting.account} ${object} ${formatAmount(posting.cents)} ${sieDate(date)} ${quoteField(posting.text)}`,
    ),
    '}',
  ]
}

const sieDate = (date: string) => date.replaceAll('-', '')

function formatAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Text in quotes. Control characters are not allowed in a field, and SIE has no escape for a backslash. */
const quoteField = (text: string) =>
  `"${text
    .replaceAll(/[\p{Cc}]+/gu, ' ')
    .replaceAll('\\', '/')
    .replaceAll('"', String.raw`\"`)}"`

/** The letters of code page 437 from 128 on, which SIE calls PC8. */
const CP437_LETTERS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
const CP437_CODES = new Map(Array.from(CP437_LETTERS, (letter, index) => [letter, 128 + index]))

/** The bytes of a text in code page 437: a letter with an accent that it lacks loses the accent, any other becomes `?`. */
export function inCodePage437(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from(text.normalize('NFC')).flatMap(letter => {
      const plain = letter.normalize('NFD')[0] ?? '?'
      return encodeLetter(letter) ?? encodeLetter(plain) ?? encodeLetter('?') ?? []
    }),
  )
}

function encodeLetter(letter: string): number | undefined {
  const code = letter.codePointAt(0) ?? 0
  return code < 128 ? code : CP437_CODES.get(letter)
}
