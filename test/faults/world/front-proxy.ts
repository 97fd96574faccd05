import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerProcess } from './server-process.ts'

export type FrontProxy = { origin: string; close(): Promise<void> }

const CHECK_EVERY_MS = 400
const LOOK_TIMEOUT_MS = 1500

const isHealthy = ({ port }: ServerProcess): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) }).then(
    answer => answer.ok,
    () => false,
  )

/**
 * A load balancer in front of several servers: each call goes to the next healthy one. A server that refuses the connection is
 * skipped, because nothing was sent; one that fails in the middle results in a 502, and the call is never sent again.
 */
export async function openFrontProxy(servers: readonly ServerProcess[]): Promise<FrontProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  let turn = 0
  let healthy: readonly ServerProcess[] = servers
  async function check(at: ServerProcess): Promise<void> {
    const isUp = await isHealthy(at)
    healthy = servers.filter(server => (server === at ? isUp : healthy.includes(server)))
  }
  const checks = servers.map(server =>
    setInterval(() => {
      void check(server)
    }, CHECK_EVERY_MS),
  )

  /** A healthy server, if there is any. */
  function next(): ServerProcess | undefined {
    const among = healthy.length > 0 ? healthy : servers
    return among[turn++ % among.length]
  }

  function pass(incoming: IncomingMessage, answer: ServerResponse, tries: number): void {
    const server = next()
    const { method, url: path, headers } = incoming
    const outgoing = request({ host: '127.0.0.1', port: server?.port, method, path, headers, agent })
    outgoing.on('response', response => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.on('error', () => answer.destroy())
      response.pipe(answer)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (answer.headersSent || answer.destroyed) answer.destroy()
      else if (error.code === 'ECONNREFUSED' && tries < servers.length) pass(incoming, answer, tries + 1)
      else answer.writeHead(502).end()
    })
    answer.once('close', () => answer.writableFinished || outgoing.destroy())
    // Bodies are small: after reading them completely, they can be sent to the next server when the first one is down.
    outgoing.end(bodies.get(incoming))
  }

  const bodies = new WeakMap<IncomingMessage, Buffer>()
  const front = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('error', () => answer.destroy())
    incoming.on('end', () => {
      bodies.set(incoming, Buffer.concat(chunks))
      pass(incoming, answer, 1)
    })
  })
  front.listen(0, '127.0.0.1')
  await new Promise<void>(resolve => front.once('listening', resolve))
  const { port } = front.address() as AddressInfo // it listens on TCP
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      for (const timer of checks) clearInterval(timer)
      agent.destroy()
      front.closeAllConnections()
      await new Promise<void>(resolve => front.close(() => resolve()))
    },
  }
}
