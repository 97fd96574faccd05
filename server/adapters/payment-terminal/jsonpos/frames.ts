/** The terminal's buffer is 262,144 bytes and a frame adds ten to its payload. */
export const MAX_PAYLOAD_BYTES = 262_144 - 10

const HEAD_BYTES = 9
const COLON = 0x3a
const NEWLINE = 0x0a

/** The received bytes are not a frame; nothing after them on the same stream can be trusted. */
export class FrameError extends Error {}

/** JSON in pure ASCII, as the protocol requires; the length in bytes then equals the length of the text. */
export function asciiJson(message: object): string {
  return JSON.stringify(message).replaceAll(
    /[\u007f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** One frame of a byte stream: eight lower-case hex digits of length, a colon, the JSON, a newline. */
export function encodeFrame(message: object): Buffer {
  const json = asciiJson(message)
  if (json.length > MAX_PAYLOAD_BYTES) throw new FrameError(`a message of ${json.length} bytes is too long`)
  return Buffer.from(`${json.length.toString(16).padStart(8, '0')}:${json}\n`, 'latin1')
}

/** Decodes frames from a stream that arrives in arbitrary chunks. One decoder per connection. */
export class FrameDecoder {
  #chunks: Buffer[] = []
  #bytes = 0
  /** The size of the incoming frame, once its head has arrived. */
  #frameBytes: number | undefined

  /** Adds a chunk and returns the messages that it completes. Throws FrameError. */
  push(chunk: Buffer): unknown[] {
    if (chunk.length > 0) this.#chunks.push(chunk)
    this.#bytes += chunk.length
    const messages: unknown[] = []
    while (this.#isComplete()) messages.push(this.#nextMessage())
    return messages
  }

  #isComplete(): boolean {
    if (this.#bytes < HEAD_BYTES) return false
    this.#frameBytes ??= HEAD_BYTES + payloadBytes(this.#gathered().subarray(0, HEAD_BYTES)) + 1
    return this.#bytes >= this.#frameBytes
  }

  #nextMessage(): unknown {
    const all = this.#gathered()
    const end = this.#frameBytes ?? 0
    if (all[end - 1] !== NEWLINE) throw new FrameError('a frame does not end with a newline')
    const message = parsePayload(all.subarray(HEAD_BYTES, end - 1))
    this.#chunks = end < all.length ? [all.subarray(end)] : []
    this.#bytes = all.length - end
    this.#frameBytes = undefined
    return message
  }

  /** Joined once per head and once per frame, not once per chunk, since a long frame may arrive byte by byte. */
  #gathered(): Buffer {
    const [only] = this.#chunks
    const all = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks)
    this.#chunks = [all]
    return all
  }
}

function payloadBytes(head: Buffer): number {
  const digits = head.toString('latin1', 0, HEAD_BYTES - 1)
  if (!/^[0-9a-fA-F]{8}$/.test(digits) || head[HEAD_BYTES - 1] !== COLON) {
    throw new FrameError('a frame does not begin with its length')
  }
  const bytes = Number.parseInt(digits, 16)
  if (bytes > MAX_PAYLOAD_BYTES) throw new FrameError(`a frame of ${bytes} bytes is too long`)
  return bytes
}

function parsePayload(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    throw new FrameError('a frame does not hold JSON')
  }
}
