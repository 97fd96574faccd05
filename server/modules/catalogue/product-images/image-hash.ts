import { createHash } from 'node:crypto'
import type { MadeImage } from './make-files.ts'

/** Of every byte that is served: what is made otherwise one day has another address. */
export function hashOf({ files }: MadeImage): string {
  const hash = createHash('sha256')
  for (const { bytes } of files) hash.update(bytes)
  return hash.digest('hex')
}
