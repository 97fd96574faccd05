import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import { toProductOffer } from '#domain/catalogue/open-food-facts.ts'
import { type ForeignRecord, isForeign } from '#domain/catalogue/product-offer.ts'
import type { ProductAnswer, ProductData } from './product-data.ts'

type LinePosition = { start: number; length: number }
type DumpIndex = { lines: Map<string, LinePosition[]>; changedMs: number; bytes: number }

/** A product of their export has some tens of kilobytes. */
const MAX_LINE_LENGTH = 2_000_000
/** The index has some 100 bytes for each: an export of the whole world has four million and needs to be filtered first. */
const MAX_LINES = 500_000
const LINE_END = 10
/** Products have other codes too, of taxonomies: which one is the product's is known once the line is read. */
const CODE_PATTERN = /"(?:code|_id)"\s*:\s*"(\d{8,14})"/g

/** Products in a file of JSON lines, as Open Food Facts exports them. Nothing leaves this machine, and there are no pictures. */
export function productDump(path: string, { maxLines = MAX_LINES }: { maxLines?: number } = {}): ProductData {
  let indexing: Promise<DumpIndex> | undefined

  /** Reloads the file when it was replaced. */
  async function openIndex(): Promise<DumpIndex> {
    const { mtimeMs, size } = await stat(path)
    const index = await indexing?.catch(() => undefined)
    if (index?.changedMs === mtimeMs && index.bytes === size) return index
    indexing = readIndex(path, maxLines).then(lines => ({ lines, changedMs: mtimeMs, bytes: size }))
    return indexing
  }

  return {
    async find(code): Promise<ProductAnswer> {
      const gtin = normaliseGtin(code)
      if (gtin === undefined) return { kind: 'unknown' }
      try {
        const { lines } = await openIndex()
        const product = await findProduct(path, { gtin, lines: lines.get(gtin) ?? [] })
        return product ? { kind: 'found', offer: { ...toProductOffer(product), picture: null } } : { kind: 'unknown' }
      } catch (error) {
        return { kind: 'failed', reason: getFailureReason(error) }
      }
    },
    fetchPicture: () => Promise.resolve({ kind: 'unknown' }),
  }
}

class TooManyLines extends Error {}

async function readIndex(path: string, maxLines: number): Promise<Map<string, LinePosition[]>> {
  const lines = new Map<string, LinePosition[]>()
  let count = 0
  for await (const { start, bytes } of readLines(path)) {
    count += 1
    if (count > maxLines) throw new TooManyLines()
    // Codes are digits, whatever the encoding of the rest.
    const codes = new Set(
      Array.from(bytes.toString('latin1').matchAll(CODE_PATTERN), ([, code = '']) => normaliseGtin(code)),
    )
    for (const code of codes)
      if (code !== undefined) lines.set(code, [...(lines.get(code) ?? []), { start, length: bytes.length }])
  }
  return lines
}

/** The lines of a file with their places; those that are too long are skipped. */
async function* readLines(path: string): AsyncGenerator<{ start: number; bytes: Buffer }> {
  let parts: Buffer[] = []
  let start = 0
  let length = 0
  const add = (part: Buffer) => {
    length += part.length
    if (length <= MAX_LINE_LENGTH) parts.push(part)
  }
  // A file's chunks are buffers when no encoding is set.
  for await (const chunk of createReadStream(path, { highWaterMark: 1_000_000 }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      add(chunk.subarray(from, end))
      if (length > 0 && length <= MAX_LINE_LENGTH) yield { start, bytes: Buffer.concat(parts) }
      start += length + 1
      ;[parts, length, from] = [[], 0, end + 1]
    }
    add(chunk.subarray(from))
  }
  if (length > 0 && length <= MAX_LINE_LENGTH) yield { start, bytes: Buffer.concat(parts) }
}

async function findProduct(
  path: string,
  { gtin, lines }: { gtin: string; lines: LinePosition[] },
): Promise<ForeignRecord | undefined> {
  if (lines.length === 0) return undefined
  const file = await open(path)
  try {
    for (const { start, length } of lines) {
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, start)
      const product: unknown = JSON.parse(buffer.toString('utf8'))
      if (isForeign(product) && typeof product['code'] === 'string' && normaliseGtin(product['code']) === gtin)
        return product
    }
    return undefined
  } finally {
    await file.close()
  }
}

/** Never contains the path. */
function getFailureReason(error: unknown): string {
  if (error instanceof TooManyLines) return 'too many products in the file'
  if (error instanceof SyntaxError) return 'no JSON'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'not read'
}
