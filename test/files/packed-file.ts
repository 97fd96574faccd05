import { buffer } from 'node:stream/consumers'
import { zipped } from '#server/platform/files/zip.ts'

/** A ZIP file of these parts, like a spreadsheet. */
export const packedFile = (parts: Readonly<Record<string, string | Iterable<string>>>): Promise<Buffer> =>
  buffer(
    zipped(Object.entries(parts).map(([name, text]) => ({ name, text: typeof text === 'string' ? [text] : text }))),
  )
