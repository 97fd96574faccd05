// The minimum that Node needs to send these bytes with these headers: the baseline for the product list.
import { createServer } from 'node:http'

export type BareAnswer = { headers: [string, string][]; bodyBase64: string }

const { headers, bodyBase64 }: BareAnswer = JSON.parse(process.argv[2] ?? 'null')
const body = Buffer.from(bodyBase64, 'base64')
const flat = headers.flat()

const server = createServer((_request, response) => {
  response.writeHead(200, flat)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())))
// Exits when the parent process closes its stdin.
process.stdin.resume().on('close', () => process.exit(0))
