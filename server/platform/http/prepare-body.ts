import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PreparedBody } from './send-prepared.ts'

// 5 compresses nearly as well as 11 in a fraction of the time, and a sale in the store makes a new body.
const BROTLI_QUALITY = 5

type Known = (etag: string) => PreparedBody | undefined

/** Serialises and compresses once what is then sent many times; a body that is known by its tag is not made again. */
export async function prepareBody(value: unknown, known: Known = () => undefined): Promise<PreparedBody> {
  const identity = Buffer.from(JSON.stringify(value))
  // Weak, since the plain and the compressed bytes have the same tag.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`
  const same = known(etag)
  if (same) return same
  const brotliOptions = {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  }
  const [br, packed] = await Promise.all([
    promisify(brotliCompress)(identity, brotliOptions),
    promisify(gzip)(identity),
  ])
  return { etag, identity, gzip: packed, br }
}
