import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inTier } from '#test/tier.ts'
import { encodeFrame, FrameDecoder, FrameError, MAX_PAYLOAD_BYTES } from './frames.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
// JSON has only one zero, and number texts parse back to the same number.
const message = fc.dictionary(anyText, fc.oneof(anyText, fc.integer(), fc.boolean(), fc.constant(null)), { maxKeys: 5 })
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Splits a stream at the given places. */
function cut(bytes: Buffer, places: number[]): Buffer[] {
  const at = [0, ...places.map(place => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

const decodeAll = (chunks: Buffer[]): unknown[] => {
  const decoder = new FrameDecoder()
  return chunks.flatMap(chunk => decoder.push(chunk))
}

describe('a frame', () => {
  test('is its length in eight hex digits, a colon, ASCII JSON and a newline', () => {
    expect(encodeFrame({ jsonrpc: '2.0', id: 'pos-1-7' }).toString('latin1')).toBe(
      '00000020:{"jsonrpc":"2.0","id":"pos-1-7"}\n',
    )
  })

  test('escapes non-ASCII characters, so that its length in characters is its length in bytes', () => {
    expect(encodeFrame({ text: 'maitoa 1,5 % € 🥛\u007f' }).toString('latin1')).toBe(
      '00000031:{"text":"maitoa 1,5 % \\u20ac \\ud83e\\udd5b\\u007f"}\n',
    )
  })

  test('is pure ASCII, whatever it contains', () => {
    fc.assert(
      fc.property(message, value => {
        const bytes = encodeFrame(value)
        expect(bytes.every(byte => byte < 0x7f)).toBe(true)
        expect(Number.parseInt(bytes.toString('latin1', 0, 8), 16)).toBe(bytes.length - 10)
      }),
    )
  })

  test('is refused if it exceeds the terminal’s buffer', () => {
    expect(() => encodeFrame({ text: 'x'.repeat(MAX_PAYLOAD_BYTES) })).toThrow(FrameError)
    const maxLength = { text: 'x'.repeat(MAX_PAYLOAD_BYTES - 11) }
    expect(decodeAll([encodeFrame(maxLength)])).toEqual([maxLength])
  })
})

describe('a stream of frames', () => {
  test('returns each message once and in order, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 12 }), (sent, places) => {
        const stream = Buffer.concat(sent.map(encodeFrame))
        expect(decodeAll(cut(stream, places))).toEqual(sent.map(plain))
      }),
      { numRuns: inTier({ merge: 500, full: 2000 }) },
    )
  })

  test('can arrive one byte at a time', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 4 }), sent => {
        const stream = Buffer.concat(sent.map(encodeFrame))
        expect(decodeAll([...stream].map(byte => Buffer.from([byte])))).toEqual(sent.map(plain))
      }),
      { numRuns: 200 },
    )
  })

  test('can contain many messages in one chunk', () => {
    const sent = Array.from({ length: 500 }, (_, number) => ({ number }))
    expect(decodeAll([Buffer.concat(sent.map(encodeFrame))])).toEqual(sent)
  })

  test('returns no message before it is complete', () => {
    const decoder = new FrameDecoder()
    const bytes = encodeFrame({ a: 1 })
    expect(decoder.push(bytes.subarray(0, -1))).toEqual([])
    expect(decoder.push(bytes.subarray(-1))).toEqual([{ a: 1 }])
  })

  test.each([
    ['no length', 'HTTP/1.1 400 Bad Request\r\n'],
    ['a sign in the length', '-0000001:{}\n'],
    ['no colon', '00000002;{}\n'],
    ['a length beyond the buffer', `${(MAX_PAYLOAD_BYTES + 1).toString(16).padStart(8, '0')}:`],
    ['no newline', '00000002:{}{'],
    ['no JSON', '00000002:{,\n'],
  ])('with %s is rejected', (_what, text) => {
    expect(() => decodeAll([Buffer.from(text)])).toThrow(FrameError)
  })
})
