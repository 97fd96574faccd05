import { describe, expect, test } from 'vitest'
import { imageKind } from './product-images.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap(part => (typeof part === 'string' ? Array.from(part, letter => letter.charCodeAt(0)) : part)),
  )
/** The first box of a container file. */
const box = (major: string, ...compatible: string[]) =>
  bytes([0, 0, 0, 16 + 4 * compatible.length], 'ftyp', major, [0, 0, 0, 0], ...compatible, 'meta')

describe('the kind of an image', () => {
  test.each([
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['png', bytes([0x89], 'PNG', [0x0d, 0x0a, 0x1a, 0x0a])],
    ['webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['avif', box('avif', 'mif1', 'miaf')],
    ['avif', box('avis', 'avif')],
    ['avif', box('mif1', 'miaf', 'avif')],
    ['heic', box('heic', 'mif1', 'heic')],
    ['heic', box('mif1', 'heic')],
    ['heic', box('msf1', 'hevc')],
    ['heic', box('heix')],
  ])('is %s by its first bytes', (kind, first) => {
    expect(imageKind(first)).toBe(kind)
  })

  test.each([
    ['nothing', bytes()],
    ['one byte', bytes([0xff])],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['SVG after an XML head', bytes('<?xml version="1.0"?><svg/>')],
    ['compressed SVG', bytes([0x1f, 0x8b, 8])],
    ['PDF', bytes('%PDF-1.7')],
    ['GIF', bytes('GIF89a')],
    ['TIFF', bytes('II*', [0])],
    ['BMP', bytes('BM')],
    ['a WAV file', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    ['a video', box('isom', 'mp42')],
    ['a video that names avif after its box', bytes([0, 0, 0, 16], 'ftypisom', [0, 0, 0, 0], 'avif')],
    ['a truncated box', bytes([0, 0, 0, 32], 'ftyp')],
    ['a box with a wrong length', bytes([255, 255, 255, 255], 'ftypisom')],
    ['an HTML page', bytes('<!doctype html>')],
  ])('is undefined for an unsupported file: %s', (_name, first) => {
    expect(imageKind(first)).toBeUndefined()
  })

  test('is read from a part of a larger buffer', () => {
    const larger = bytes('xxxxx', [0, 0, 0, 20], 'ftypmif1', [0, 0, 0, 0], 'avif')
    expect(imageKind(larger.subarray(5))).toBe('avif')
  })
})
