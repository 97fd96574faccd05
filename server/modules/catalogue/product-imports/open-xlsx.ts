import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import type { UNREADABLE_REASONS } from '#contract/catalogue/product-imports.ts'

const MAX_ENTRIES = 2_000
/** Limit of the bytes that are unpacked from one file: a spreadsheet of 20,000 products needs a tenth of it. */
const MAX_BYTES = 200_000_000
/** Ordinary spreadsheets are compressed to a tenth or a thirtieth; a zip bomb to a thousandth. */
const MAX_RATIO = 200
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
  const entries = await readEntries(zip)
  const spent = { bytes: 0 }
  return {
    async open(name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) return undefined
      if (entry.isEncrypted()) throw new UnreadableFile('encrypted')
      return withinLimits(await openEntry(zip, entry), entry, spent)
    },
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnreadableFile('tooLarge')
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

const openEntry = (zip: ZipFile, entry: Entry) =>
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
      const isBomb = unpacked > SMALL_BYTES && unpacked > entry.compressedSize * MAX_RATIO
      if (isBomb || spent.bytes > MAX_BYTES) throw new UnreadableFile('tooLarge')
      yield bytes
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged', error)
  }
}

/** A file that is no table of products; `problem` is a code of the contract. */
export class UnreadableFile extends Error {
  readonly problem: (typeof UNREADABLE_REASONS)[number]
  /** For `columnTwice`. */
  readonly column: string | undefined
  /** Where the fault begins, if that is known. */
  readonly row: number | undefined
  constructor(
    problem: (typeof UNREADABLE_REASONS)[number],
    cause?: unknown,
    { column, row }: { column?: string | undefined; row?: number } = {},
  ) {
    super(problem, { cause })
    this.problem = problem
    this.column = column
    this.row = row
  }
}

type XmlAttributes = Readonly<Record<string, string>>
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: XmlAttributes }
  | { kind: 'text'; text: string }
  | { kind: 'close'; name: string }

const withoutNamespace = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses an XML file of a spreadsheet; names are without their prefixes. Refuses a file with a DOCTYPE. */
export async function* xmlEvents(bytes: AsyncIterable<Buffer>): AsyncGenerator<XmlEvent[]> {
  let events: XmlEvent[] = []
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw new UnreadableFile('damaged')
  })
  parser.on('error', error => {
    throw new UnreadableFile('damaged', error)
  })
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    // The parser stores each tag until it is closed: no spreadsheet nests millions of them.
    if (++depth > MAX_DEPTH) throw new UnreadableFile('tooLarge')
    events.push({ kind: 'open', name: withoutNamespace(name), attributes })
  })
  parser.on('closetag', ({ name }) => {
    depth--
    events.push({ kind: 'close', name: withoutNamespace(name) })
  })
  parser.on('text', text => events.push({ kind: 'text', text }))
  parser.on('cdata', text => events.push({ kind: 'text', text }))
  let decoder: XmlDecoder | undefined
  let silentBytes = 0
  for await (const chunk of bytes) {
    decoder ??= chooseDecoder(chunk)
    parser.write(decodeChunk(decoder, chunk))
    // The parser stores a text until its end: no spreadsheet contains an endless one.
    silentBytes = events.length > 0 ? 0 : silentBytes + chunk.length
    if (silentBytes > MAX_SILENT_BYTES) throw new UnreadableFile('tooLarge')
    yield events
    events = []
  }
  parser.close()
  yield events
}

const MAX_SILENT_BYTES = 5_000_000
const MAX_DEPTH = 256
type XmlDecoder = InstanceType<typeof TextDecoder>

/** By the first bytes, or as declared; nearly all files are UTF-8. */
function chooseDecoder(chunk: Buffer): XmlDecoder {
  const [first, second] = chunk
  if (first === 0xff || second === 0) return new TextDecoder('utf-16le', { fatal: true })
  if (first === 0xfe || first === 0) return new TextDecoder('utf-16be', { fatal: true })
  const declared = /^<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(chunk.toString('latin1', 0, 200))
  try {
    return new TextDecoder(declared?.[1] ?? 'utf-8', { fatal: true })
  } catch (error) {
    throw new UnreadableFile('damaged', error)
  }
}

function decodeChunk(decoder: XmlDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch (error) {
    throw new UnreadableFile('damaged', error)
  }
}
