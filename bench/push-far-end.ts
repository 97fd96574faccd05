// Child process: a push service that accepts every message after a delay, like one on the internet. Prints its address.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { selfSignedCertificate } from '#test/push/certificate.ts'

export type FarEnd = { origin: string; cert: string }

const ANSWERS_AFTER_MS = 40

const { cert, key } = selfSignedCertificate()
const server = createServer({ cert, key }, (request, response) => {
  request.resume()
  request.on('end', () => void sleep(ANSWERS_AFTER_MS).then(() => response.writeHead(201).end()))
})
server.listen(0, '127.0.0.1', () => {
  // A server that listens on TCP has an address of this type.
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ origin: `https://127.0.0.1:${port}`, cert } satisfies FarEnd))
})
// Exits with the parent process.
process.stdin.on('end', () => process.exit(0)).resume()
