// The least that Node needs to send these bytes with these headers: what the product list is measured against.
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
// Who started it closes its input in the end.
process.stdin.resume().on('close', () => process.exit(0))
