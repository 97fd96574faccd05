import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Size = { width: number; height: number }

/** A picture with enough detail for a realistic file size. */
export const noisy = ({ width, height }: Size) =>
  sharp({
    create: { width, height, channels: 3, background: '#c33', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

/** A single colour, for tests that check which picture a file contains. */
export const plain = (colour: string, { width, height }: Size = { width: 400, height: 300 }) =>
  sharp({ create: { width, height, channels: 3, background: colour } })

const PNG_BEGINNING = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

type PngHead = Size & { depth?: number; colourType?: number; interlaced?: boolean }

function pngHead({ width, height, depth = 8, colourType = 2, interlaced = false }: PngHead): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8)
  return pngChunk('IHDR', head)
}

/** A PNG whose header may contradict its contents. */
export const png = (head: PngHead, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([PNG_BEGINNING, pngHead(head), ...chunks, pngChunk('IEND', Buffer.alloc(0))])

/** Megabytes of zeros, compressed to half a hundredth. */
export const packedZeros = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 1 })
