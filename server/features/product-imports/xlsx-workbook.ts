import { posix } from 'node:path'
import type { OpenXlsx } from './open-xlsx.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { xmlEvents, type XmlEvent } from './xml-events.ts'

type Opened = Extract<XmlEvent, { kind: 'open' }>
type Relation = { id: string; type: string; target: string }

/** Which parts of a spreadsheet hold its tables, in the order of its tabs, and its texts. */
export type Workbook = { sheets: string[]; texts: string }

/**
 * Parts lie where relations say: Excel's places are a custom, and others have their own. Sheets that nobody sees, and those
 * that are charts or dialogs, hold no table; when all are hidden, somebody meant one of them.
 */
export async function openWorkbook(file: OpenXlsx): Promise<Workbook> {
  const document = (await relationsOf(file, '')).find(({ type }) => type.endsWith('/officeDocument'))
  const path = document?.target ?? 'xl/workbook.xml'
  // Excel's binary workbook is packed alike.
  const tags = path.endsWith('.xml') ? await opened(file, path) : undefined
  if (!tags) throw new UnreadableFile('notSpreadsheet')
  const relations = await relationsOf(file, path)
  const partOf = ({ attributes }: Opened) => {
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
    const relation = relations.find(each => each.id === id)
    if (!relation) return [posix.join(posix.dirname(path), 'worksheets/sheet1.xml')]
    return relation.type === '' || relation.type.endsWith('/worksheet') ? [relation.target] : []
  }
  const sheets = tags.filter(({ name }) => name === 'sheet')
  const shown = sheets
    .filter(({ attributes }) => !attributes['state']?.toLowerCase().includes('hidden'))
    .flatMap(partOf)
  const texts = relations.find(({ type }) => type.endsWith('/sharedStrings'))?.target
  return {
    sheets: shown.length > 0 ? shown : sheets.flatMap(partOf),
    texts: texts ?? posix.join(posix.dirname(path), 'sharedStrings.xml'),
  }
}

/** What a part points at, by paths within the file. */
async function relationsOf(file: OpenXlsx, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const tags = (await opened(file, posix.join(folder, '_rels', `${posix.basename(part)}.rels`))) ?? []
  return tags
    .filter(({ name }) => name === 'Relationship')
    .map(({ attributes: { Id: id = '', Type: type = '', Target: target = '' } }) => {
      const path = target.replaceAll('\\', '/')
      return { id, type, target: path.startsWith('/') ? path.slice(1) : posix.join(folder, path) }
    })
}

async function opened(file: OpenXlsx, name: string): Promise<Opened[] | undefined> {
  const bytes = await file.open(name)
  if (!bytes) return undefined
  const tags: Opened[] = []
  for await (const events of xmlEvents(bytes)) tags.push(...events.filter(event => event.kind === 'open'))
  return tags
}
