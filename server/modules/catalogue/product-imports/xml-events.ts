import { SaxesParser } from 'saxes'
import { UnreadableFile } from './unreadable-file.ts'

type Attributes = Readonly<Record<string, string>>
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: Attributes }
  | { kind: 'text'; text: string }
  | { kind: 'close'; name: string }

const plain = (name: string) => name.slice(name.indexOf(':') + 1)

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
    if (++depth > MOST_DEPTH) throw new UnreadableFile('tooLarge')
    events.push({ kind: 'open', name: plain(name), attributes })
  })
  parser.on('closetag', ({ name }) => {
    depth--
    events.push({ kind: 'close', name: plain(name) })
  })
  parser.on('text', text => events.push({ kind: 'text', text }))
  parser.on('cdata', text => events.push({ kind: 'text', text }))
  let decoder: Decoder | undefined
  let silentBytes = 0
  for await (const chunk of bytes) {
    decoder ??= decoderOf(chunk)
    parser.write(decoded(decoder, chunk))
    // The parser stores a text until its end: no spreadsheet contains an endless one.
    silentBytes = events.length > 0 ? 0 : silentBytes + chunk.length
    if (silentBytes > MOST_SILENT_BYTES) throw new UnreadableFile('tooLarge')
    yield events
    events = []
  }
  parser.close()
  yield events
}

const MOST_SILENT_BYTES = 5_000_000
const MOST_DEPTH = 256
type Decoder = InstanceType<typeof TextDecoder>

/** By the first bytes, or as declared; nearly all files are UTF-8. */
function decoderOf(chunk: Buffer): Decoder {
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

function decoded(decoder: Decoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch (error) {
    throw new UnreadableFile('damaged', error)
  }
}
