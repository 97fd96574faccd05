import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const PALETTE_SIZE = 256
const INDEXED = 3

type Pixels = { width: number; height: number; rgb: Uint8Array }
type Colour = { red: number; green: number; blue: number; count: number }

/** Draws a browser's screenshot (8 bits, RGB or RGBA, opaque) again with 256 colours: a third of the bytes. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, rgb } = readPixels(png)
  const colours = countColours(rgb)
  const palette = medianCut([...colours.values()])
  const nearest = new Map([...colours].map(([key, colour]) => [key, nearestIn(palette, colour)]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = nearest.get(keyAt(rgb, y * width + x)) ?? 0
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, INDEXED, 0, 0, 0], 8)
  const table = Buffer.from(palette.flatMap(({ red, green, blue }) => [red, green, blue]))
  const data = deflateSync(rows, { level: 9, memLevel: 9 })
  const chunks = [chunk('IHDR', header), chunk('PLTE', table), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([SIGNATURE, ...chunks])
}

const keyAt = (rgb: Uint8Array, pixel: number) =>
  (rgb[pixel * 3]! << 16) | (rgb[pixel * 3 + 1]! << 8) | rgb[pixel * 3 + 2]! // within the picture

function readPixels(png: Buffer): Pixels {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const bytes = unfilter(inflateSync(Buffer.concat(data)), { stride: width * channels, height, channels })
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) {
    rgb.set(bytes.subarray(pixel * channels, pixel * channels + 3), pixel * 3)
  }
  return { width, height, rgb }
}

type Shape = { stride: number; height: number; channels: number }

function unfilter(raw: Buffer, { stride, height, channels }: Shape): Uint8Array {
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]!
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : out[y * stride + x - channels]!
      const above = y === 0 ? 0 : out[(y - 1) * stride + x]!
      const corner = x < channels || y === 0 ? 0 : out[(y - 1) * stride + x - channels]!
      out[y * stride + x] = raw[y * (stride + 1) + 1 + x]! + predicted(filter, { left, above, corner })
    }
  }
  return out
}

function predicted(filter: number, { left, above, corner }: Record<'left' | 'above' | 'corner', number>): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)]
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

function countColours(rgb: Uint8Array): Map<number, Colour> {
  const colours = new Map<number, Colour>()
  for (let pixel = 0; pixel < rgb.length / 3; pixel++) {
    const key = keyAt(rgb, pixel)
    const known = colours.get(key)
    if (known) known.count++
    else colours.set(key, { red: key >> 16, green: (key >> 8) & 255, blue: key & 255, count: 1 })
  }
  return colours
}

const AXES = ['red', 'green', 'blue'] as const
const spread = (box: readonly Colour[], axis: (typeof AXES)[number]) =>
  Math.max(...box.map(colour => colour[axis])) - Math.min(...box.map(colour => colour[axis]))

/** Halves the box of colours with the widest spread until there is a box for each place of the palette. */
function medianCut(colours: Colour[]): Colour[] {
  const boxes = [measured(colours)]
  while (boxes.length < PALETTE_SIZE) {
    const widest = boxes.reduce((best, box) => (box.width > best.width ? box : best))
    if (widest.width === 0) break
    const sorted = widest.colours.toSorted((a, b) => a[widest.axis] - b[widest.axis])
    const middle = sorted.length >> 1
    boxes.splice(boxes.indexOf(widest), 1, measured(sorted.slice(0, middle)), measured(sorted.slice(middle)))
  }
  // The most seen colour of a box, not its mean: flat grounds keep their exact shade.
  return boxes.map(box => box.colours.reduce((best, colour) => (colour.count > best.count ? colour : best)))
}

function measured(colours: Colour[]) {
  const axis = AXES.reduce((best, next) => (spread(colours, next) > spread(colours, best) ? next : best))
  return { colours, axis, width: spread(colours, axis) }
}

function nearestIn(palette: readonly Colour[], { red, green, blue }: Colour): number {
  const distances = palette.map(
    colour => (colour.red - red) ** 2 + (colour.green - green) ** 2 + (colour.blue - blue) ** 2,
  )
  return distances.indexOf(Math.min(...distances))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(body, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
