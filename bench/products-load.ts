// Child process that requests the product list over a few keep-alive connections and prints the responses per second. It writes
// raw requests and counts response bytes: an HTTP client would need more of the machine than the servers do.
import { connect } from 'node:net'

export type ProductsLoad = { port: number; cookie: string; connections: number; seconds: number; bodyBytes: number }

const { port, cookie, connections, seconds, bodyBytes }: ProductsLoad = JSON.parse(process.argv[2] ?? 'null')

const REQUEST = [
  'GET /api/products?lang=en HTTP/1.1',
  `Host: 127.0.0.1:${port}`,
  'Connection: keep-alive',
  'Accept-Encoding: gzip, deflate, br',
  `Cookie: ${cookie}`,
  '\r\n',
].join('\r\n')

let answers = 0
const deadline = performance.now() + seconds * 1000

/** The number of body bytes still to come after the first chunk of the response. */
function restOfBody(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, headEnd)
  if (
    headEnd < 0 ||
    !head.startsWith('HTTP/1.1 200 ') ||
    !head.toLowerCase().includes(`content-length: ${bodyBytes}\r\n`)
  )
    throw new Error(`An answer was not as expected:\n${chunk.toString('latin1', 0, 1000)}`)
  return headEnd + 4 + bodyBytes - chunk.length
}

function requestUntilDeadline(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(port, '127.0.0.1', () => socket.write(REQUEST))
  let missing = 0
  socket.on('data', chunk => {
    missing = missing > 0 ? missing - chunk.length : restOfBody(chunk)
    if (missing > 0) return
    answers++
    if (performance.now() < deadline) socket.write(REQUEST)
    else socket.end(resolve)
  })
  socket.on('error', reject)
  return promise
}

const started = performance.now()
await Promise.all(Array.from({ length: connections }, requestUntilDeadline))
console.log(JSON.stringify((answers * 1000) / (performance.now() - started)))
