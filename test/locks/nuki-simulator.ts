// Smart locks behind a simulation of Nuki's Web API, as a separate process: real HTTP, and as asynchronous as the real one. Takes
// options as JSON in its argument and prints its port as one line of JSON. The controls are under /control.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SimulatedLock, type Levers } from './simulated-lock.ts'

export type SimulatorOptions = { locks: readonly string[]; token: string; port: number }

// Written by run-nuki.ts.
const options = JSON.parse(process.argv[2] ?? '{}') as SimulatorOptions
const locks = new Map(options.locks.map(id => [id, new SimulatedLock(id)]))

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

async function control(path: string, request: IncomingMessage): Promise<Answer> {
  const [id = '', action] = path.split('/')
  const lock = locks.get(id)
  if (!lock) return { status: 404 }
  if (request.method === 'GET') return { status: 200, body: { codes: lock.codes, requests: lock.requests } }
  // Sent by run-nuki.ts.
  const body = (await json(request)) as Partial<Levers> & { code?: string; answers?: number[] }
  if (action === 'try') return { status: 200, body: { opens: lock.opens(body.code ?? '') } }
  if (action === 'answers') lock.answers.push(...(body.answers ?? []))
  else lock.pull(body)
  return { status: 200, body: {} }
}

async function nuki(path: string, request: IncomingMessage): Promise<Answer> {
  const [, id = '', auth, authId] = /^smartlock\/([^/?]+)(\/auth)?(?:\/([^/?]+))?(?:\?.*)?$/.exec(path) ?? []
  if (request.headers.authorization !== `Bearer ${options.token}`) return { status: 401 }
  const lock = locks.get(id)
  if (!lock) return { status: 404 }
  lock.requests += 1
  const { slowMs, redirectTo } = lock.settings
  if (slowMs > 0) await sleep(slowMs)
  if (redirectTo) return { status: 307, headers: { location: redirectTo } }
  const prepared = lock.answers.shift()
  if (prepared) return { status: prepared, body: { detailMessage: 'as the test asked' } }
  if (!auth) return { status: 200, body: lock.shown() }
  if (request.method === 'GET') return { status: 200, body: lock.listed() }
  if (request.method === 'DELETE') return { status: lock.remove(authId ?? '') }
  // The lock validates the client's body.
  const body = (await json(request)) as Record<string, unknown>
  return { status: request.method === 'PUT' ? lock.add(body) : 405 }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').slice(1)
  const isControl = path.startsWith('control/')
  const { status, body, headers } = isControl
    ? await control(path.slice('control/'.length), request)
    : await nuki(path, request)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
})
server.listen(options.port, '127.0.0.1')
await once(server, 'listening')
// A server that listens on a port has an address that is an object.
console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
