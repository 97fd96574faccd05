import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from './text-encoding.ts'

const encoded = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))
const bytesIn = (letters: Readonly<Record<string, number>>) => (text: string) =>
  Uint8Array.from(text, sign => letters[sign] ?? sign.charCodeAt(0))
const inDos = bytesIn({ ä: 0x84, ö: 0x94, å: 0x86, Ä: 0x8e, Ö: 0x99, Å: 0x8f, é: 0x82, ü: 0x81, '½': 0xab, '€': 0xd5 })
const inMac = bytesIn({ ä: 0x8a, ö: 0x9a, å: 0x8c, Ä: 0x80, Ö: 0x85, Å: 0x81, é: 0x8e, ü: 0x9f, '€': 0xdb })
const inWindows = bytesIn({
  '€': 0x80,
  '’': 0x92,
  '”': 0x94,
  '“': 0x93,
  '–': 0x96,
  '…': 0x85,
  Š: 0x8a,
  š: 0x9a,
  Ž: 0x8e,
  ž: 0x9e,
  '™': 0x99,
  '„': 0x84,
  '‘': 0x91,
})

test('A file is decoded as UTF-8, and as UTF-16 with its byte order mark', () => {
  expect(decodeText(encoded('\uFEFFÄiti', 'utf8'))).toBe('Äiti')
  expect(decodeText(encoded('Äiti', 'utf8'))).toBe('Äiti')
  expect(decodeText(encoded('\uFEFFÄiti', 'utf16le'))).toBe('Äiti')
})

describe('A file in another encoding is recognised by its words:', () => {
  const WORDS = ['Mäkelän Mylly', 'tyttö', 'JÄÄTELÖ', 'Åland', 'Café', 'Öljy ½ l', 'Hyvää yötä', 'müsli 3,50 €']
  test.each([
    ['DOS', inDos],
    ['Mac', (text: string) => inMac(text.replaceAll('½', '1/2'))],
    ['Windows', inWindows],
  ] as const)('%s', (_name, encode) => {
    for (const sentence of [WORDS.join(';'), `Nimi;Hinta\r\n${WORDS.join('\r\n')}`])
      expect(decodeText(encode(sentence)).replaceAll('1/2', '½')).toBe(sentence)
    for (const word of ['Mäkelän Mylly', 'JÄÄTELÖ', 'Café', 'Hyvää yötä']) expect(decodeText(encode(word))).toBe(word)
  })

  test.each(['3,50 €', '”Kahvi” on hyvää', '“Best” coffee', 'Ben’s – the best…', 'Fazer™ Šampanja, hyvää', 'FAZER®'])(
    'Windows by its signs: %s',
    text => {
      expect(decodeText(inWindows(text))).toBe(text)
    },
  )

  test.each([
    '„Herkku” 3,50',
    '”Hyvä”',
    '„Herkku“',
    'Nimi;Hinta\r\n”Kahvi”;3\r\n„Tee”;2',
    'Žižkov',
    'Žižkov; Škoda; šunka',
    'Plzeňský Žižkov ”Lager”'.replace('ň', 'n'),
    '‘Oma’ leipä – ”uusi”',
  ])('Windows by its quotation marks and letters: %s', text => {
    expect(decodeText(inWindows(text))).toBe(text)
  })

  const LIST = [
    'Tuotenimi;Määrä;Hinta €',
    'Mäkelän rukiinen Hämeen viipaleleipä 500 g;12;2,95',
    'HÄRKÄPAPU JA ÄYRIÄISET;3;4,50',
    'Åbo smör, osötat;10;3,20',
    'Crème fraîche 200 g;5;1,89',
    'Öljy, rypsi;4;3,10',
    'Köttbullar från Malmö;6;5,95',
  ]
  const WITHOUT_FRENCH = LIST.filter(line => !line.startsWith('Crème'))
  test.each([
    ['Windows', inWindows, LIST],
    ['DOS', inDos, WITHOUT_FRENCH],
    ['Mac', inMac, WITHOUT_FRENCH],
  ] as const)('a list of products from %s', (_name, encode, lines) => {
    for (const text of [lines.join('\r\n'), ...lines.slice(1)]) expect(decodeText(encode(text))).toBe(text)
  })

  test('UTF-8 with single bytes of Windows between', () => {
    const utf8 = encoded('Nimi;Hinta\nMäkelän leipä;2 €\nKöttbullar;3\nÅbo smör ', 'utf8')
    const mixed = Uint8Array.from([...utf8, ...inWindows('äiti ”uusi”'), ...encoded('\nÖljy', 'utf8')])
    expect(decodeText(mixed)).toBe('Nimi;Hinta\nMäkelän leipä;2 €\nKöttbullar;3\nÅbo smör äiti ”uusi”\nÖljy')
    expect(decodeText(mixed.subarray(0, -1)).endsWith('\nÖlj')).toBe(true)
  })

  test('the words are found late in a long file', () => {
    const title = 'Hinnasto;1\n'.repeat(50_000)
    expect(decodeText(inDos(`${title}Mäkelän Mylly`)).endsWith('Mäkelän Mylly')).toBe(true)
  })
})

test('any bytes make a text', () => {
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      expect(typeof decodeText(bytes)).toBe('string')
    }),
  )
})
