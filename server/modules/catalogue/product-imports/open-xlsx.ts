import type { Readable } from 'node:stream'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { UnreadableFile } from './unreadable-file.ts'

const MOST_ENTRIES = 2_000
/** Limit of the bytes that are unpacked from one file: a spreadsheet of 20,000 products needs a tenth of it. */
const MOST_BYTES = 200_000_000
/** Ordinary spreadsheets are compressed to a tenth or a thirtieth; a zip bomb to a thousandth. */
const MOST_RATIO = 200
const SMALL_BYTES = 1_000_000

export type OpenXlsx = {
  /** Streams an entry's unpacked bytes; undefined: there is no such entry. */
  open: (name: string) => Promise<AsyncIterable<Buffer> | undefined>
}

/** Opens the packed files of a spreadsheet. Refuses, while unpacking, what is larger than any table of products. */
export async function openXlsx(bytes: Buffer): Promise<OpenXlsx> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, opened) =>
      error ? reject(new UnreadableFile('damaged', error)) : resolve(opened),
    ),
  )
  const entries = await entriesOf(zip)
  const spent = { bytes: 0 }
  return {
    async open(name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) return undefined
      if (entry.isEncrypted()) throw new UnreadableFile('encrypted')
      return withinLimits(await streamOf(zip, entry), entry, spent)
    },
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new UnreadableFile('tooLarge')
  const entries = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => reject(new UnreadableFile('damaged', error)))
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName.toLowerCase(), entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
  return entries
}

const streamOf = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(new UnreadableFile('damaged', error)) : resolve(stream),
    ),
  )

async function* withinLimits(stream: Readable, entry: Entry, spent: { bytes: number }): AsyncGenerator<Buffer> {
  let unpacked = 0
  try {
    for await (const chunk of stream) {
      // An unpacking stream yields buffers.
      const bytes = chunk as Buffer
      unpacked += bytes.length
      spent.bytes += bytes.length
      const isBomb = unpacked > SMALL_BYTES && unpacked > entry.compressedSize * MOST_RATIO
      if (isBomb || spent.bytes > MOST_BYTES) throw new UnreadableFile('tooLarge')
      yield bytes
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged', error)
  }
}
