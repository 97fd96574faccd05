/** Of code page 850 from 128 on, with the euro sign of 858; 437 has the same letters of Finnish and Swedish at the same places. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** A part of a file is enough to recognise its encoding. */
const SAMPLE_BYTES = 100_000

/**
 * Decodes a file: UTF-16 by its byte order mark or its many zero bytes, else UTF-8 if valid, else Windows-1252, or the encoding of
 * DOS or of old Macs if that makes more of the letters words.
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
    return decodeSingleBytes(bytes)
  }
}

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

const DOS_SIGNS = Uint16Array.from({ length: 256 }, (_, byte) => (byte < 128 ? byte : DOS.charCodeAt(byte - 128)))

function decodeDos(bytes: Uint8Array): string {
  const signs = new Uint16Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) signs[at] = DOS_SIGNS[bytes[at] ?? 0] ?? 0
  return new TextDecoder('utf-16le').decode(signs)
}

type Decode = (bytes: Uint8Array) => string
/** The most usual first: it is taken where others fit as well. */
const ENCODINGS: readonly Decode[] = [
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
const OF_NEIGHBOURS = new Set('éÉüÜõÕšŠžŽèàáíóúñçßæøÆØôêâëïîûùìò')
/** After a letter; a closing quote also before anything else. */
const CLOSING = new Set('’”“®™')
const OPENING = new Set('„‚†‡')
const OTHER_SIGNS = new Set('€£°½¼¾²³–—‘…©´·×±§«»•\u00A0\u00AD')

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
  if (isLetter(sign)) {
    if (isUpper(sign) && isLower(before)) return -4
    if (isLower(sign) && isUpper(before) && isUpper(after)) return -4
    if (!isLetter(before) && !isLetter(after)) return 0
    return OF_FINNISH.has(sign) ? 3 : Number(OF_NEIGHBOURS.has(sign))
  }
  if (CLOSING.has(sign) && isLetter(before)) return isLetter(after) ? Number(sign === '’') : 3
  if ((CLOSING.has(sign) && isLetter(after)) || sign === '“') return 3
  if (OPENING.has(sign)) return isLetter(before) ? -3 : 0
  return OTHER_SIGNS.has(sign) && !(isLetter(before) && isLetter(after)) ? 0 : -3
}
