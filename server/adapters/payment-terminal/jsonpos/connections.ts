import { randomBytes } from 'node:crypto'
import { lookup as systemLookup } from 'node:dns'
import { lookup as lookupNow } from 'node:dns/promises'
import { connect, isIP, type Socket, BlockList, type LookupFunction } from 'node:net'
import type { TerminalFinding } from '#domain/payments/terminal-health.ts'
import { toFinding } from '#server/adapters/payment-terminal/connection-findings.ts'
import { encodeFrame, FrameDecoder } from './frames.ts'
import { Session } from './session.ts'
import type { ConnectionTimes, JsonposSettings } from './settings.ts'
import { openWebSocketWire, type OpenWire, type Wire, WireError, type WireEvents } from './web-socket-wire.ts'

const LOOPBACK_NETWORKS = ['127.0.0.0/8', '::1/128']
const addressFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Where a terminal's key may be sent without encryption: to this machine, and to the networks that the operator has
 * configured (as 10.20.0.0/16). Elsewhere an eavesdropper would get the key, and an impostor could pose as the terminal.
 */
export class PlainNetworks {
  readonly #named = new BlockList()

  constructor(networks: readonly string[]) {
    for (const network of [...LOOPBACK_NETWORKS, ...networks]) {
      const [address = '', prefix = ''] = network.split('/')
      this.#named.addSubnet(address, Number(prefix), addressFamily(address))
    }
  }

  has(address: string): boolean {
    return isIP(address) !== 0 && this.#named.check(address, addressFamily(address))
  }

  /** Whether a host (an address or a name) currently resolves to allowed addresses only; an unknown name resolves to none. */
  async leadsThere(host: string): Promise<boolean> {
    if (isIP(host)) return this.has(host)
    const found = await lookupNow(host, { all: true }).catch(() => [])
    return found.every(({ address }) => this.has(address))
  }

  /** For use when connecting, so that the checked addresses are the ones dialled. One disallowed address rejects all. */
  readonly lookup: LookupFunction = (host, options, done) => {
    systemLookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? unprotectedError(), '')
      if (!addresses.every(({ address }) => this.has(address))) return done(unprotectedError(), '')
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
}

const unprotectedError = () =>
  new WireError('unprotected', 'the way is not encrypted, and its network is none of PUOTI_TERMINAL_NETWORKS')

/** A terminal's open connection: the session, the API key of its requests, and the settings that it was opened with. */
export type JsonposConnection = { session: Session; apiKey: string; by: string }

type ConnectionsOptions = {
  findSettings: (terminalId: number) => Promise<JsonposSettings | undefined>
  times: ConnectionTimes
  networks: PlainNetworks
  onClosed: (terminalId: number, why: string) => void
}

/**
 * One connection per terminal, opened on demand and closed when idle, so that other servers of the shop can reach the
 * terminal. Settings are read each time, since changed settings may refer to another terminal.
 */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #opening = new Map<string, Promise<JsonposConnection>>()
  readonly #open = new Map<number, JsonposConnection>()
  #isClosed = false

  constructor(options: ConnectionsOptions) {
    this.#options = options
  }

  /** The open connection, or a new one. Rejects when the terminal can't be reached. */
  async to(terminalId: number): Promise<JsonposConnection> {
    if (this.#isClosed) throw new Error('the shop is going down')
    const settings = await this.#options.findSettings(terminalId)
    if (!settings) throw new Error('the terminal has no settings')
    const by = JSON.stringify(settings)
    const open = this.#open.get(terminalId)
    if (open?.session.isOpen && open.by === by) return open
    open?.session.close()
    const key = `${terminalId} ${by}`
    const opening = this.#opening.get(key) ?? this.#connect(terminalId, settings, by)
    this.#opening.set(key, opening)
    return opening.finally(() => this.#opening.delete(key))
  }

  close(): void {
    this.#isClosed = true
    for (const { session } of this.#open.values()) session.close()
  }

  async #connect(terminalId: number, settings: JsonposSettings, by: string): Promise<JsonposConnection> {
    const { times, networks, onClosed } = this.#options
    // Random, since a gateway in the cloud may still hold responses for an earlier connection.
    const name = randomBytes(4).toString('hex')
    const session = await Session.open(wireTo(settings, { networks, connectMs: times.connectMs }), {
      name,
      times: times.keepalive,
      onClosed: why => {
        if (!this.#open.get(terminalId)?.session.isOpen) this.#open.delete(terminalId)
        onClosed(terminalId, why)
      },
    })
    const connection = { session, apiKey: settings.api_key, by }
    this.#open.set(terminalId, connection)
    if (this.#isClosed) session.close()
    this.#closeWhenIdle(session)
    return connection
  }

  #closeWhenIdle(session: Session): void {
    const { idleCloseMs } = this.#options.times
    const check = setInterval(() => {
      if (session.isOpen && session.idleMs < idleCloseMs) return
      clearInterval(check)
      session.close()
    }, idleCloseMs / 4).unref()
  }
}

type ConnectOptions = { networks: PlainNetworks; connectMs: number }

function wireTo(settings: JsonposSettings, { networks, connectMs }: ConnectOptions): OpenWire {
  return settings.transport === 'tcp'
    ? events => openTcpWire({ host: settings.host, port: Number(settings.port), connectMs, networks }, events)
    : events => openWebSocketWire({ ...settings, connectMs }, events)
}

type TcpTarget = { host: string; port: number; connectMs: number; networks: PlainNetworks }

const END_PATIENCE_MS = 2000

/** Messages as frames on a TCP connection that the shop opens to the terminal. */
async function openTcpWire({ host, port, connectMs, networks }: TcpTarget, events: WireEvents): Promise<Wire> {
  // IP addresses are dialled without a lookup.
  if (isIP(host) && !networks.has(host)) throw unprotectedError()
  const socket = connect({ host, port, noDelay: true, lookup: networks.lookup })
  await awaitConnect(socket, connectMs)
  const decoder = new FrameDecoder()
  let why = 'the terminal closed the connection'
  let finding: TerminalFinding = 'connectionLost'
  const cut = () => void (socket.destroyed || socket.resetAndDestroy())
  socket.on('data', chunk => {
    try {
      for (const message of decoder.push(chunk)) events.onMessage(message)
    } catch (error) {
      why = String(error)
      finding = 'protocol'
      cut()
    }
  })
  socket.on('error', error => (why = error.message))
  socket.on('close', () => events.onClosed(why, finding))
  return {
    send: message => void (socket.writable && socket.write(encodeFrame(message))),
    end() {
      socket.end()
      // A terminal that does not close its side must not keep ours open.
      setTimeout(cut, END_PATIENCE_MS).unref()
    },
    // A reset discards unsent data, so that a purchase is not sent minutes later.
    cut,
  }
}

function awaitConnect(socket: Socket, connectMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = new WireError('connectTimeout', `no answer within ${connectMs} ms`)
    const patience = setTimeout(() => socket.destroy(late), connectMs)
    const fail = (error: Error) => {
      clearTimeout(patience)
      reject(error instanceof WireError ? error : new WireError(toFinding(error), error.message))
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(patience)
      socket.off('error', fail)
      resolve()
    })
  })
}
