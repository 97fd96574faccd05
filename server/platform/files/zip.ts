import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

type ZipEntry = { name: string; text: AsyncIterable<string> | Iterable<string> }

type WrittenEntry = { name: Buffer; crc: number; packed: number; plain: number; offset: number }

const LOCAL_HEADER = 0x04034b50
const DATA_DESCRIPTOR = 0x08074b50
const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50
/** Sizes follow the data, and names are UTF-8. */
const ENTRY_FLAGS = 0x0808
const DEFLATE_METHOD = 8
/** 1 January 1980, the earliest date of the ZIP format: the same rows make the same file. */
const NO_DATE = 0x0021

/** A ZIP file generated while it is read: no entry is in memory as a whole. Up to 4 GB. */
export async function* zipped(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  let offset = 0
  const written: WrittenEntry[] = []
  for (const { name: text, text: content } of entries) {
    const name = Buffer.from(text)
    const head = littleEndian(
      [4, LOCAL_HEADER],
      [2, 20],
      [2, ENTRY_FLAGS],
      [2, DEFLATE_METHOD],
      [2, 0],
      [2, NO_DATE],
      [12, 0],
      [2, name.length],
      [2, 0],
    )
    yield Buffer.concat([head, name])
    const sums = { crc: 0, packed: 0, plain: 0 }
    yield* deflated(content, sums)
    const tail = littleEndian([4, DATA_DESCRIPTOR], [4, sums.crc], [4, sums.packed], [4, sums.plain])
    yield tail
    written.push({ name, offset, ...sums })
    offset += head.length + name.length + sums.packed + tail.length
  }
  const directory = Buffer.concat(written.map(centralEntry))
  const count = written.length
  yield directory
  yield littleEndian([4, END_RECORD], [4, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0])
}

const centralEntry = ({ name, crc, packed, plain, offset }: WrittenEntry): Buffer =>
  Buffer.concat([
    littleEndian(
      [4, CENTRAL_HEADER],
      [2, 20],
      [2, 20],
      [2, ENTRY_FLAGS],
      [2, DEFLATE_METHOD],
      [2, 0],
      [2, NO_DATE],
      [4, crc],
      [4, packed],
    ),
    littleEndian([4, plain], [2, name.length], [12, 0], [4, offset]),
    name,
  ])

/** Little-endian numbers: byte count and value; 12 bytes are zeros. */
function littleEndian(...fields: [bytes: 2 | 4 | 12, value: number][]): Buffer {
  const all = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) all.writeUInt16LE(value, at)
    if (bytes === 4) all.writeUInt32LE(value, at)
    at += bytes
  }
  return all
}

/** Compresses a text chunk by chunk, with backpressure from the compressor. */
async function* deflated(content: ZipEntry['text'], sums: { crc: number; packed: number; plain: number }) {
  const deflate = createDeflateRaw()
  const fed = feed()
  async function feed() {
    for await (const piece of content) {
      const bytes = Buffer.from(piece)
      sums.crc = crc32(bytes, sums.crc)
      sums.plain += bytes.length
      if (!deflate.write(bytes)) await once(deflate, 'drain')
    }
    deflate.end()
  }
  // An error of the rows' source aborts the file, so that half a file isn't taken for a whole one.
  fed.catch((error: unknown) => deflate.destroy(error instanceof Error ? error : new Error(String(error))))
  for await (const chunk of deflate) {
    // The compressor returns buffers.
    const bytes = chunk as Buffer
    sums.packed += bytes.length
    yield bytes
  }
  await fed
}
