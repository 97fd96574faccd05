/** One frame of RFC 6455 from a client. */
export type ClientFrame = { isLast: boolean; opcode: number; payload: Buffer }

export const OPCODES = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const

const MAX_PAYLOAD_BYTES = 262_144

/** A frame to a client: complete, and not masked. */
export function serverFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x80 | opcode
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

/**
 * Takes a complete frame from the front of the bytes; undefined while it is incomplete. Throws on frames that no client may send.
 */
export function parseFrame(bytes: Buffer): { frame: ClientFrame; rest: Buffer } | undefined {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return undefined
  if ((second & 0x80) === 0) throw new Error('a client must mask its frames')
  if ((first & 0x70) !== 0) throw new Error('no extension was agreed on')
  const sizes = lengthIn(bytes, second & 0x7f)
  if (!sizes) return undefined
  if (sizes.payload > MAX_PAYLOAD_BYTES) throw new Error('the frame is too long')
  const maskAt = sizes.headBytes
  const from = maskAt + 4
  if (bytes.length < from + sizes.payload) return undefined
  const mask = bytes.subarray(maskAt, from)
  const payload = Buffer.from(bytes.subarray(from, from + sizes.payload))
  for (let at = 0; at < payload.length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0)
  const frame = { isLast: (first & 0x80) !== 0, opcode: first & 0x0f, payload }
  return { frame, rest: bytes.subarray(from + sizes.payload) }
}

function lengthIn(bytes: Buffer, short: number): { payload: number; headBytes: number } | undefined {
  if (short < 126) return { payload: short, headBytes: 2 }
  const headBytes = short === 126 ? 4 : 10
  if (bytes.length < headBytes) return undefined
  return { payload: short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)), headBytes }
}
