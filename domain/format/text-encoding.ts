/** Of code page 850 from 128 on, with the euro sign of 858; 437 has the same letters of Finnish and Swedish at the same places. */
const DOS_LETTERS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** A part of a file is enough to recognise its encoding. */
const SAMPLE_BYTES = 100_000

/**
 * Decodes a file: UTF-16 by its byte order mark or its many zero bytes, else UTF-8 if valid or nearly so, else Windows-1252, or the
 * encoding of DOS or of old Macs if that makes more of the letters words.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const zeros = zeroShares(bytes.subarray(0, 1_000))
  if (zeros.odd > MANY_ZEROS && zeros.even < FEW_ZEROS) return new TextDecoder('utf-16le').decode(bytes)
  if (zeros.even > MANY_ZEROS && zeros.odd < FEW_ZEROS) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeMixed(bytes) ?? decodeSingleBytes(bytes)
  }
}

/** How many bytes a character of UTF-8 has here that is not ASCII; 0: none begins here. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const length =
    first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0
  for (let next = 1; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** UTF-8 between which a program has put texts of Windows-1252; undefined if fewer characters are of UTF-8 than are not. */
function decodeMixed(bytes: Uint8Array): string | undefined {
  const single: number[] = []
  let characters = 0
  for (let at = 0; at < bytes.length;) {
    const length = (bytes[at] ?? 0) < 128 ? 1 : utf8Length(bytes, at)
    if (length > 1) characters++
    if (length === 0) single.push(at)
    at += Math.max(1, length)
  }
  if (characters <= single.length) return undefined
  const whole = new Uint8Array(bytes.length + 2 * single.length)
  let from = 0
  let end = 0
  for (const at of single) {
    whole.set(bytes.subarray(from, at), end)
    end += at - from
    const encoded = WINDOWS_AS_UTF8[(bytes[at] ?? 0) - 128] ?? []
    whole.set(encoded, end)
    end += encoded.length
    from = at + 1
  }
  whole.set(bytes.subarray(from), end)
  return new TextDecoder().decode(whole.subarray(0, end + bytes.length - from))
}

const WINDOWS_AS_UTF8 = Array.from({ length: 128 }, (_, at) =>
  new TextEncoder().encode(new TextDecoder('windows-1252').decode(Uint8Array.of(at + 128))),
)

/** Of UTF-16 every other byte of a western text is zero; other texts have no zero bytes. */
const MANY_ZEROS = 0.6
const FEW_ZEROS = 0.1

function zeroShares(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 }
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd']++
  })
  const pairs = Math.max(1, Math.floor(bytes.length / 2))
  return { even: zeros.even / pairs, odd: zeros.odd / pairs }
}

const DOS_SIGNS = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte < 128 ? byte : DOS_LETTERS.charCodeAt(byte - 128),
)

function decodeDos(bytes: Uint8Array): string {
  const signs = new Uint16Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) signs[at] = DOS_SIGNS[bytes[at] ?? 0] ?? 0
  return new TextDecoder('utf-16le').decode(signs)
}

type DecodeBytes = (bytes: Uint8Array) => string
/** The most usual first: it is taken where others fit as well. */
const ENCODINGS: readonly DecodeBytes[] = [
  bytes => new TextDecoder('windows-1252').decode(bytes),
  decodeDos,
  bytes => new TextDecoder('macintosh').decode(bytes),
]

function decodeSingleBytes(bytes: Uint8Array): string {
  let from = 0
  while (from < bytes.length && (bytes[from] ?? 0) < 128) from++
  const sample = bytes.subarray(Math.max(0, from - 1), from + SAMPLE_BYTES)
  const scores = ENCODINGS.map(decode => scoreWords(decode(sample)))
  const decode = ENCODINGS[scores.indexOf(Math.max(...scores))]
  return decode ? decode(bytes) : ''
}

const OF_FINNISH = new Set('äöåÄÖÅ')
/** Inside words of Windows-1252; on an old Mac the byte of š is an ö. */
const OF_LOANWORDS = new Set('šž')
const OF_NAMES = new Set('ŠŽ')
const OF_NEIGHBOURS = new Set('éÉüÜõÕèàáíóúñçßæøÆØôêâëïîûùìò')
/** Around words: Finnish has the same quotation mark before and after. */
const BEFORE_WORDS = new Set('„‚“‘”’')
const AFTER_WORDS = new Set('“”‘’®™')
const INSIDE_WORDS = new Set('’–')
const OTHER_SIGNS = new Set('€£°½¼¾²³–—…©´·×±§«»•®™“”‘’\u00A0\u00AD')

const isLetter = (sign: string) => /\p{L}/u.test(sign)
const isUpper = (sign: string) => /\p{Lu}/u.test(sign)
const isLower = (sign: string) => /\p{Ll}/u.test(sign)

/** How well the signs that are not ASCII fit the words that they are in: more is better. */
function scoreWords(text: string): number {
  let score = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign > '\u007F') score += scoreSign(sign, { before: text.charAt(at - 1), after: text.charAt(at + 1) })
  }
  return score
}

function scoreSign(sign: string, { before, after }: { before: string; after: string }): number {
  const [isAfter, isBefore] = [isLetter(before), isLetter(after)]
  if (isLetter(sign)) {
    if ((isUpper(sign) && isLower(before)) || (isLower(sign) && isUpper(after))) return -4
    if (!isAfter && !isBefore) return 0
    if (isAfter && isBefore && (OF_FINNISH.has(sign) || OF_LOANWORDS.has(sign))) return 3
    if (OF_FINNISH.has(sign) || OF_LOANWORDS.has(sign) || OF_NAMES.has(sign)) return 1
    return OF_NEIGHBOURS.has(sign) ? 0.5 : 0
  }
  if (isAfter && isBefore) return INSIDE_WORDS.has(sign) ? 2 : -3
  if (isBefore && BEFORE_WORDS.has(sign)) return 2
  if (isAfter && AFTER_WORDS.has(sign)) return 2
  if (isBefore && AFTER_WORDS.has(sign)) return -3
  return OTHER_SIGNS.has(sign) ? 0 : -3
}
