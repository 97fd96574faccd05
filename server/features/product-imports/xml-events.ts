import { SaxesParser } from 'saxes'
import { UnreadableFile } from './unreadable-file.ts'

type Attributes = Readonly<Record<string, string>>
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: Attributes }
  | { kind: 'text'; text: string }
  | { kind: 'close'; name: string }

const plain = (name: string) => name.slice(name.indexOf(':') + 1)

/** A file of a spreadsheet as it is parsed, names without their prefixes. One that declares entities is refused. */
export async function* xmlEvents(bytes: AsyncIterable<Buffer>): AsyncGenerator<XmlEvent[]> {
  let events: XmlEvent[] = []
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw new UnreadableFile('damaged')
  })
  parser.on('error', error => {
    throw new UnreadableFile('damaged', error)
  })
  parser.on('opentag', ({ name, attributes }) => events.push({ kind: 'open', name: plain(name), attributes }))
  parser.on('closetag', ({ name }) => events.push({ kind: 'close', name: plain(name) }))
  parser.on('text', text => events.push({ kind: 'text', text }))
  parser.on('cdata', text => events.push({ kind: 'text', text }))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) {
    parser.write(decoded(decoder, chunk))
    yield events
    events = []
  }
  parser.close()
  yield events
}

function decoded(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch (error) {
    throw new UnreadableFile('damaged', error)
  }
}
