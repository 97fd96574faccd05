// Payment terminals that use JSONPOS, in a separate process. With options as JSON in its argument it prints its ports as one line
// of JSON (tests, the fault run); without, it prints instructions for a developer. With the address of a demo shop it takes the
// payments of that shop's first store until it ends.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asciiJson } from '#server/adapters/payment-terminal/jsonpos/frames.ts'
import { getAuto, controlServer } from './control.ts'
import { Ledger } from './ledger.ts'
import { findSettings, logToDeveloper } from './log-to-developer.ts'
import { pointStore } from './shop-admin.ts'
import { SimulatedTerminal } from './simulated-terminal.ts'
import { simulatorOptions, type Ready, type SimulatorOptions } from './simulator-options.ts'
import { webSocketServer } from './web-socket-server.ts'

const [argument] = process.argv.slice(2)
const isForProgram = argument?.startsWith('{') ?? false
const options = simulatorOptions.parse(isForProgram ? JSON.parse(argument ?? '') : {})
// Exits with the parent process, however that ends.
process.once('disconnect', () => process.exit(0))
const ready = await start(options)
console.log(isForProgram ? JSON.stringify(ready) : logToDeveloper(options, ready))
if (argument !== undefined && !isForProgram) await servePayments(new URL(argument).origin)

async function servePayments(origin: string): Promise<void> {
  const { storeId, undo } = await pointStore(origin, findSettings(options, ready).tcp)
  console.log(`Store ${storeId} of ${origin} is paid at this terminal until this program ends.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void undo().finally(() => process.exit(0)))
}

async function start(input: SimulatorOptions): Promise<Ready> {
  const ledger = new Ledger(input.ledgerFile)
  const terminals = new Map<number, SimulatedTerminal>()
  for (const [index, id] of input.terminals.entries()) {
    const tcpPort = input.tcpPorts?.[index] ?? (input.tcpPort === 0 ? 0 : input.tcpPort + index)
    const terminal = new SimulatedTerminal({ ...input, id, ledger, tcpPort })
    terminal.auto = input.auto && getAuto({ ...input.auto, seed: input.auto.seed + index })
    await terminal.switchOn()
    terminals.set(id, terminal)
  }
  const gateway = webSocketServer({
    accept: (path, credentials, line) => accept({ options: input, terminals, path, credentials }, line),
  })
  const webSocketPort = await listen(gateway, input.webSocketPort)
  // The controls are reachable only from this machine.
  const controlPort = await listen(controlServer({ terminals, ledger }), input.controlPort)
  return { terminals: [...terminals].map(([id, { port }]) => ({ id, port })), webSocketPort, controlPort }
}

type Call = {
  options: SimulatorOptions
  terminals: Map<number, SimulatedTerminal>
  path: string
  credentials: string
}
type TextLine = { sendText: (text: string) => void; cut: () => void }

/** Like the gateway: the terminal's id is in the path, user and password in a subprotocol. */
function accept({ options: input, terminals, path, credentials }: Call, line: TextLine) {
  const id = /\/(\d+)\/jsonpos$/.exec(path)?.[1]
  const terminal = terminals.get(Number(id))
  if (!terminal?.isOn || credentials !== `${input.user}:${input.password}`) return undefined
  const conversation = terminal.converse({ send: message => line.sendText(asciiJson(message)), cut: line.cut })
  return {
    onText: (text: string) => conversation.receive(parsed(text)),
    onClosed: conversation.over,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address that is an object.
  return (server.address() as AddressInfo).port
}
