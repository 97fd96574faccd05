type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

/** The subset of CBOR that authenticators write: small numbers, texts, bytes and maps of these. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}
