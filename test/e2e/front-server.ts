import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of the shop that can simulate deploys and bad networks. */
export class FrontServer {
  /** A later build has another worker: any change of this number produces one. */
  version = 1
  /** Files that the server no longer has. */
  missing: RegExp | undefined
  /** Closes every connection without a response. */
  isDown = false
  /** The requested paths. */
  readonly requestedPaths: string[] = []
  readonly #shopOrigin: string
  readonly #server: Server

  private constructor(shopOrigin: string) {
    this.#shopOrigin = shopOrigin
    this.#server = createServer((incoming, answer) => this.#pass(incoming, answer))
  }

  static async open(shopOrigin: string): Promise<FrontServer> {
    const front = new FrontServer(shopOrigin)
    await new Promise<void>(resolve => front.#server.listen(0, '127.0.0.1', resolve))
    return front
  }

  get origin(): string {
    // A server that listens on a port has an address.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const url = incoming.url ?? '/'
    if (this.isDown) return void incoming.socket.destroy()
    this.requestedPaths.push(url)
    if (this.missing?.test(url)) return void answer.writeHead(404).end()
    const isWorker = url === '/service-worker.js'
    const {
      'if-none-match': _none,
      'if-modified-since': _since,
      'accept-encoding': _coding,
      ...whole
    } = incoming.headers
    const headers = isWorker ? whole : incoming.headers
    const outgoing = request(this.#shopOrigin + url, { method: incoming.method, headers }, response => {
      const { 'content-length': _, ...others } = response.headers
      answer.writeHead(response.statusCode ?? 502, isWorker ? others : response.headers)
      response.pipe(answer, { end: !isWorker })
      if (isWorker) response.on('end', () => answer.end(`\n// ${this.version}`))
    })
    outgoing.on('error', () => incoming.socket.destroy())
    incoming.pipe(outgoing)
  }
}
