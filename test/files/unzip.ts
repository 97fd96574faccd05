import { crc32, inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'

/** The files in a ZIP file, by its directory; verifies their checksums. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let remaining = zip.readUInt16LE(end + 10); remaining > 0; remaining--) {
    const [crc, packed, plain] = [16, 20, 24].map(field => zip.readUInt32LE(at + field)) as [number, number, number]
    const nameLength = zip.readUInt16LE(at + 28)
    const offset = zip.readUInt32LE(at + 42)
    const begin = offset + 30 + zip.readUInt16LE(offset + 26)
    const content = inflateRawSync(zip.subarray(begin, begin + packed))
    expect([content.length, crc32(content)]).toEqual([plain, crc])
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), content.toString('utf8'))
    at += 46 + nameLength
  }
  return files
}

/** The texts in the first row of a spreadsheet. */
export function sheetHeadings(xlsx: Buffer): string[] {
  const sheet = unzip(xlsx).get('xl/worksheets/sheet1.xml') ?? ''
  const [firstRow = ''] = sheet.match(/<row.*?<\/row>/) ?? []
  return Array.from(firstRow.matchAll(/<t[^>]*>([^<]*)</g), ([, text = '']) => text)
}
