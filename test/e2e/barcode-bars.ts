// The bars of EAN-13, EAN-8 and ITF-14, one character per module: 1 is a bar, 0 a space.

const LEFT_ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const FIRST_DIGIT_PARITY = [
  'LLLLLL',
  'LLGLGG',
  'LLGGLG',
  'LLGGGL',
  'LGLLGG',
  'LGGLLG',
  'LGGGLL',
  'LGLGLG',
  'LGLGGL',
  'LGGLGL',
]
const ITF_WIDE = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010']

const QUIET_LEFT = '0'.repeat(11)
const QUIET_RIGHT = '0'.repeat(10)

/** The modules of a code of 8, 13 or 14 digits, including quiet zones. The check digit is used as it is, right or wrong. */
export function barcodeBars(code: string): string {
  const digits = code.split('').map(Number)
  if (!/^\d{8}$|^\d{13,14}$/.test(code)) throw new RangeError(`No barcode is drawn for ${code}`)
  const bars = code.length === 8 ? ean8(digits) : code.length === 13 ? ean13(digits) : itf14(digits)
  return QUIET_LEFT + bars + QUIET_RIGHT
}

function ean13([first = 0, ...rest]: number[]): string {
  const parity = FIRST_DIGIT_PARITY[first] ?? ''
  const left = rest.slice(0, 6).map((digit, index) => (parity[index] === 'G' ? even(digit) : odd(digit)))
  return `101${left.join('')}01010${rest.slice(6).map(right).join('')}101`
}

function ean8(digits: number[]): string {
  return `101${digits.slice(0, 4).map(odd).join('')}01010${digits.slice(4).map(right).join('')}101`
}

/** Interleaved 2 of 5: the bars encode the first digit of each pair, the spaces the second; wide is 3 modules. */
function itf14(digits: number[]): string {
  const pairs = digits.flatMap((digit, index) => (index % 2 === 0 ? [[digit, digits[index + 1] ?? 0] as const] : []))
  return `1010${pairs.map(([inBars, inSpaces]) => interleaved(inBars, inSpaces)).join('')}11101`
}

function interleaved(inBars: number, inSpaces: number): string {
  return [0, 1, 2, 3, 4].map(n => '1'.repeat(itfWidth(inBars, n)) + '0'.repeat(itfWidth(inSpaces, n))).join('')
}

function itfWidth(digit: number, element: number): number {
  return ITF_WIDE[digit]?.[element] === '1' ? 3 : 1
}

function odd(digit: number): string {
  return LEFT_ODD[digit] ?? ''
}

function right(digit: number): string {
  return odd(digit).replaceAll(/./g, module => (module === '1' ? '0' : '1'))
}

function even(digit: number): string {
  return right(digit).split('').toReversed().join('')
}
