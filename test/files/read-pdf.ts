import { inflateSync } from 'node:zlib'

type Part = { dictionary: string; stream: string }
/** An element of the structure tree: its type and what it contains, in reading order. */
export type PdfElement = { type: string; texts: string[]; children: PdfElement[] }

/**
 * The contents of a PDF of pdfkit: the sizes of its pages in millimetres, the texts of its operators (of each page too), all operators, the root of
 * its structure (undefined: not tagged) and its dictionaries.
 */
export function readPdf(bytes: Buffer) {
  const parts = parseParts(bytes)
  const dictionaries = [...parts.values()].map(({ dictionary }) => dictionary)
  const decoders = new Map<string, (hex: string) => string>()
  for (const dictionary of dictionaries)
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g))
      decoders.set(name, createDecoder(parts.get(id)?.dictionary ?? '', parts))
  const pages = dictionaries.filter(dictionary => /\/Type \/Page\n/.test(dictionary))
  const contents = pages.map(page => ({
    content: parts.get(referenced(page, 'Contents') ?? '')?.stream ?? '',
    structParents: Number(/\/StructParents (\d+)/.exec(page)?.[1] ?? -1),
  }))
  const written = contents.flatMap(({ content }, page) => writtenIn(content, decoders).map(each => ({ ...each, page })))
  const sizes = pages.map(page => /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)?.slice(1) ?? [])
  return {
    content: contents.map(({ content }) => content).join('\n'),
    texts: written.map(({ text }) => text),
    textsByPage: contents.map((_, page) => written.filter(each => each.page === page).map(({ text }) => text)),
    pages: sizes.map(size => size.map(points => Math.round((Number(points) / 72) * 254) / 10)),
    root: parseStructure(parts, written),
    dictionaries,
  }
}

/** The objects by their number. */
function parseParts(bytes: Buffer): Map<string, Part> {
  const latin = bytes.toString('latin1')
  const parts = new Map<string, Part>()
  for (const found of latin.matchAll(/^(\d+) 0 obj\n(<<(?:\n(?!endobj)[^\n]*)*?\n>>|[^\n]*)\n(stream\n|endobj)/gm)) {
    const [all, id = '', dictionary = '', after] = found
    const from = found.index + all.length
    const raw = bytes.subarray(from, from + Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0))
    const isPacked = dictionary.includes('/FlateDecode')
    const stream = after === 'endobj' ? '' : (isPacked ? inflateSync(raw) : raw).toString('latin1')
    parts.set(id, { dictionary, stream })
  }
  return parts
}

const referenced = (dictionary: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]

/** Decodes a string of a built-in font, or of an embedded one by its table of characters; a missing glyph is `\u0000`. */
function createDecoder(font: string, parts: Map<string, Part>): (hex: string) => string {
  const table = referenced(font, 'ToUnicode')
  if (table === undefined) return hex => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
  const glyphs = [...(parts.get(table)?.stream ?? '').matchAll(/^<[\da-f]+> <[\da-f]+> \[(.*)\]$/gm)].flatMap(
    ([, list = '']) => [...list.matchAll(/<([^>]*)>/g)].map(([, units = '']) => units.split(' ')),
  )
  const texts = glyphs.map(units => String.fromCharCode(...units.map(unit => Number.parseInt(unit, 16))))
  return hex => (hex.match(/.{4}/g) ?? []).map(glyph => texts[Number.parseInt(glyph, 16)] ?? '\u0000').join('')
}

type Written = { text: string; mcid: number | undefined }

/** The texts of a page, each with the number of the marked content that it is in. */
function writtenIn(content: string, decoders: Map<string, (hex: string) => string>): Written[] {
  const written: Written[] = []
  let decode = (hex: string) => hex
  const marks: (number | undefined)[] = []
  const flat = content.replaceAll(/<<([^>]*)>> BDC/g, (_, mark: string) => `${mark.replaceAll('\n', ' ')} BDC`)
  for (const line of flat.split('\n')) {
    const font = /^\/(F\d+) [\d.]+ Tf$/.exec(line)?.[1]
    if (font !== undefined) decode = decoders.get(font) ?? decode
    const text = /^\[(.*)\] TJ$/.exec(line)?.[1]
    if (text !== undefined) {
      const hex = [...text.matchAll(/<([0-9a-f]*)>/g)].map(([, each]) => each).join('')
      written.push({ text: decode(hex), mcid: marks.at(-1) })
    }
    const mcid = /\/MCID (\d+)/.exec(line)?.[1]
    if (/ B[DM]C$/.test(line)) marks.push(mcid === undefined ? undefined : Number(mcid))
    if (line === 'EMC') marks.pop()
  }
  return written
}

function parseStructure(parts: Map<string, Part>, written: readonly (Written & { page: number })[]) {
  const catalogue =
    [...parts.values()].find(({ dictionary }) => /\/Type \/Catalog\n/.test(dictionary))?.dictionary ?? ''
  const tree = parts.get(referenced(catalogue, 'StructTreeRoot') ?? '')
  if (tree === undefined) return undefined
  const pages = [...parts].filter(([, { dictionary }]) => /\/Type \/Page\n/.test(dictionary)).map(([id]) => id)
  const placed = Map.groupBy(written, ({ page, mcid }) => `${pages[page]} ${mcid}`)
  const getText = (page: string | undefined, mcid: number) =>
    (placed.get(`${page} ${mcid}`) ?? []).map(({ text }) => text)
  const getElement = (id: string): PdfElement => {
    const { dictionary } = parts.get(id) ?? { dictionary: '' }
    const content = /\/K \[([^\]]*)\]/.exec(dictionary)?.[1] ?? ''
    const page = referenced(dictionary, 'Pg')
    const rest = content.replaceAll(/\d+ 0 R/g, '')
    return {
      type: /\/S \/(\w+)/.exec(dictionary)?.[1] ?? '',
      texts: [...rest.matchAll(/\d+/g)].flatMap(([mcid]) => getText(page, Number(mcid))),
      children: [...content.matchAll(/(\d+) 0 R/g)].map(([, child = '']) => getElement(child)),
    }
  }
  const [first = ''] = /\/K \[(\d+) 0 R/.exec(tree.dictionary)?.slice(1) ?? []
  return getElement(first)
}
