import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import type { Press } from './card-machine.ts'
import { controlPage } from './control-page.ts'
import type { Ledger } from './ledger.ts'
import type { SimulatedTerminal } from './simulated-terminal.ts'
import { autoOptions, type AutoOptions } from './simulator-options.ts'

const press = z.enum(['approve', 'decline', 'cancel'])
/** Replaces the press's default code. */
const reason = z.object({ code: z.string().optional() })
const fault = z.object({
  method: z.string(),
  side: z.enum(['request', 'answer']),
  act: z.enum(['drop', 'delay', 'duplicate', 'cut']),
  ms: z.number().default(0),
  times: z.int().default(1),
})
const power = z.object({ on: z.boolean(), offMs: z.number().optional() })

export type Controlled = { terminals: Map<number, SimulatedTerminal>; ledger: Ledger }
type Answer = { code: number; body?: unknown }
const DONE: Answer = { code: 204 }

/**
 * The controls, on loopback only: for tests, and for a developer's browser.
 * GET /terminals, GET /ledger; POST /terminals/1/press/approve, …/faults, …/no-faults, …/mute, …/hear, …/cut, …/power, …/refunds,
 * …/auto.
 */
export function controlServer(controlled: Controlled): Server {
  return createServer((request, response) => {
    answer(controlled, request, response).catch((error: unknown) => {
      response.writeHead(400).end(String(error))
    })
  })
}

async function answer(controlled: Controlled, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, , id = '', action = '', what = ''] = (request.url ?? '').split('/')
  if (request.method === 'POST') {
    const terminal = controlled.terminals.get(Number(id))
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const body = isForm ? {} : await json(request).catch(() => ({}))
    const done = terminal ? await pull(terminal, { action, what, body }) : { code: 404 }
    if (isForm) return void response.writeHead(303, { location: '/' }).end()
    return reply(response, done)
  }
  if (request.url === '/terminals') return reply(response, { code: 200, body: shown(controlled) })
  if (request.url === '/ledger') return reply(response, { code: 200, body: controlled.ledger.lines })
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(controlPage(shown(controlled)))
}

async function pull(terminal: SimulatedTerminal, { action, what, body }: Pull): Promise<Answer> {
  switch (action) {
    case 'press':
      return { code: terminal.machine.press(press.parse(what), reason.parse(body).code) ? 204 : 409 }
    case 'faults':
      terminal.faults.add(fault.parse(body))
      return DONE
    case 'no-faults':
      terminal.faults.clear()
      return DONE
    case 'mute':
    case 'hear':
      terminal.isMute = action === 'mute'
      return DONE
    case 'cut':
      terminal.cutLines()
      return DONE
    case 'power':
      await turn(terminal, power.parse(body))
      return DONE
    case 'refunds':
      terminal.machine.refusesRefunds = reason.parse(body).code
      return DONE
    case 'auto':
      terminal.auto = getAuto(autoOptions.parse(body))
      return DONE
    default:
      return { code: 404 }
  }
}
type Pull = { action: string; what: string; body: unknown }

async function turn(terminal: SimulatedTerminal, { on, offMs }: z.infer<typeof power>): Promise<void> {
  if (!on) return terminal.losePower(offMs)
  if (!terminal.isOn) await terminal.switchOn()
}

/** The same seed makes the same decisions. */
export function getAuto({ afterMs, declineShare, cancelShare, seed }: AutoOptions) {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const decide = (): Press => {
    const drawn = random()
    if (drawn < declineShare) return 'decline'
    return drawn < declineShare + cancelShare ? 'cancel' : 'approve'
  }
  return { afterMs, decide }
}

const shown = ({ terminals }: Controlled) =>
  [...terminals].map(([id, { port, isOn, isMute, faults, machine }]) => ({
    id,
    port,
    isOn,
    isMute,
    faults: faults.waiting,
    current: machine.current ?? null,
  }))
export type Shown = ReturnType<typeof shown>

function reply(response: ServerResponse, { code, body }: Answer): void {
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
