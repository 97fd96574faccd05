import { posix } from 'node:path'
import type { OpenXlsx } from './open-xlsx.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { xmlEvents, type XmlEvent } from './xml-events.ts'

type Opened = Extract<XmlEvent, { kind: 'open' }>
type Relation = { id: string; type: string; target: string }

/** The parts of a spreadsheet that contain its tables, in the order of its tabs, and its texts. */
export type Workbook = { sheets: string[]; texts: string }

/**
 * Relations determine the paths of parts: those of Excel are only a convention. Hidden sheets, charts and dialogs are no tables;
 * if all sheets are hidden, all are considered.
 */
export async function openWorkbook(file: OpenXlsx): Promise<Workbook> {
  const document = (await relationsOf(file, '')).find(({ type }) => type.endsWith('/officeDocument'))
  const path = document?.target ?? 'xl/workbook.xml'
  // The binary workbook of Excel is packed in the same way.
  const sheets = path.endsWith('.xml') ? await opened(file, path, 'sheet') : undefined
  if (!sheets) throw new UnreadableFile('notSpreadsheet')
  const relations = await relationsOf(file, path)
  const partOf = ({ attributes }: Opened) => {
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
    const relation = relations.find(each => each.id === id)
    if (!relation) return [posix.join(posix.dirname(path), 'worksheets/sheet1.xml')]
    return relation.type === '' || relation.type.endsWith('/worksheet') ? [relation.target] : []
  }
  const shown = sheets
    .filter(({ attributes }) => !attributes['state']?.toLowerCase().includes('hidden'))
    .flatMap(partOf)
  const texts = relations.find(({ type }) => type.endsWith('/sharedStrings'))?.target
  return {
    sheets: shown.length > 0 ? shown : sheets.flatMap(partOf),
    texts: texts ?? posix.join(posix.dirname(path), 'sharedStrings.xml'),
  }
}

/** The relations of a part, as paths within the file. */
async function relationsOf(file: OpenXlsx, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const tags = (await opened(file, path, 'Relationship')) ?? []
  return tags.map(({ attributes: { Id: id = '', Type: type = '', Target: target = '' } }) => {
    const said = target.replaceAll('\\', '/')
    return { id, type, target: said.startsWith('/') ? said.slice(1) : posix.join(folder, said) }
  })
}

/** A real workbook has some dozens of tags in a few kilobytes. Millions of them would fill the memory. */
const MOST_TAGS = 5_000
const MOST_BYTES = 2_000_000

/** The tags with one name in a part; skips the others. */
async function opened(file: OpenXlsx, part: string, wanted: 'sheet' | 'Relationship'): Promise<Opened[] | undefined> {
  const bytes = await file.open(part)
  if (!bytes) return undefined
  const tags: Opened[] = []
  for await (const events of xmlEvents(upTo(MOST_BYTES, bytes))) {
    for (const event of events) if (event.kind === 'open' && event.name === wanted) tags.push(event)
    if (tags.length > MOST_TAGS) throw new UnreadableFile('tooLarge')
  }
  return tags
}

async function* upTo(most: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = most
  for await (const chunk of bytes) {
    left -= chunk.length
    if (left < 0) throw new UnreadableFile('tooLarge')
    yield chunk
  }
}
