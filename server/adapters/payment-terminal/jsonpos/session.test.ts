import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { MessageFields } from './messages.ts'
import { Session, type KeepaliveTimes } from './session.ts'
import type { WireEvents } from './web-socket-wire.ts'

const SLOW: KeepaliveTimes = { idleMs: 60_000, busyMs: 60_000, answerMs: 60_000 }
const sessions: Session[] = []
afterEach(() => sessions.splice(0).forEach(session => session.close()))

/** A session on a wire with the test as the other side. */
async function openSession(times: KeepaliveTimes = SLOW, early: unknown[] = []) {
  const sent: MessageFields[] = []
  const ends: string[] = []
  let events: WireEvents = { onMessage: () => undefined, onClosed: () => undefined }
  const session = await Session.open(
    async text => {
      events = text
      for (const message of early) events.onMessage(message)
      return { send: message => sent.push({ ...message }), end: () => ends.push('end'), cut: () => ends.push('cut') }
    },
    { name: 'test', times, onClosed: why => ends.push(why) },
  )
  sessions.push(session)
  const getId = (method: string) => sent.findLast(message => message['method'] === method)?.['id']
  return { session, sent, ends, idOf: getId, decide: (message: unknown) => events.onMessage(message) }
}

const answerTo = (id: unknown, result: MessageFields) => ({ jsonrpc: '2.0', id, result, something_new: [1] })

describe('a session', () => {
  test('matches answers to requests in any order, and ignores a second answer', async () => {
    const { session, decide, idOf: getId } = await openSession()
    const [first, firstId] = [session.request('A', {}), getId('A')]
    const [second, secondId] = [session.request('B', {}), getId('B')]
    decide(answerTo(secondId, { n: 2 }))
    decide(answerTo(secondId, { n: 3 }))
    decide(answerTo('pos-other-1', { n: 4 }))
    decide(answerTo(firstId, { n: 1 }))
    expect(await first).toEqual({ kind: 'result', result: { n: 1 } })
    expect(await second).toEqual({ kind: 'result', result: { n: 2 } })
  })

  test('answers keepalives, even while the connection opens, and refuses every other request', async () => {
    const request = (id: string, method: string) => ({ jsonrpc: '2.0', id, method, params: {} })
    const { decide, sent } = await openSession(SLOW, [request('t-1', '_Keepalive')])
    decide(request('t-2', '_Keepalive'))
    decide(request('t-3', 'NetworkStart'))
    decide({ jsonrpc: '2.0', method: 'StatusEvent', params: { transaction_status: 'WAITING' } })
    expect(sent.filter(message => 'response_to' in message)).toEqual([
      { jsonrpc: '2.0', id: 't-1', response_to: '_Keepalive', result: {} },
      { jsonrpc: '2.0', id: 't-2', response_to: '_Keepalive', result: {} },
      expect.objectContaining({ id: 't-3', error: expect.objectContaining({ code: -32_601 }) }),
    ])
  })

  test.each([
    ['no version', { id: 'x', result: {} }],
    ['an id that is not text', { jsonrpc: '2.0', id: 7, result: {} }],
    ['both result and error', { jsonrpc: '2.0', id: 'x', result: {}, error: {} }],
    ['neither result nor error', { jsonrpc: '2.0', id: 'x' }],
    ['a list', []],
    ['a result that is not an object', { jsonrpc: '2.0', id: 'x', result: 'Approved' }],
  ])('is closed after a message with %s, and pending requests are lost', async (_what, message) => {
    const { session, decide, ends, sent } = await openSession()
    const pending = session.request('Purchase', {})
    decide(message)
    expect(await pending).toMatchObject({ kind: 'lost' })
    expect(ends[0]).toBe('cut')
    expect(sent.at(-1)).toMatchObject({ method: '_CloseReason' })
    expect(await session.request('Check', {})).toMatchObject({ kind: 'lost' })
  })

  test('sends keepalives at the idle or the busy interval, however many requests are made', async () => {
    const { session, sent, decide, idOf: getId } = await openSession({ idleMs: 60_000, busyMs: 50, answerMs: 60_000 })
    const beats = () => sent.filter(message => message['method'] === '_Keepalive').length
    await sleep(20)
    expect(beats()).toBe(1)
    decide(answerTo(getId('_Keepalive'), {}))
    await sleep(150)
    expect(beats()).toBe(1)
    void session.request('Purchase', {})
    for (let count = 0; count < 20; count++) {
      void session.request('Check', {})
      await sleep(10)
    }
    expect(beats()).toBe(2)
  })

  test('gives up a terminal that does not answer a keepalive', async () => {
    const { session, ends } = await openSession({ idleMs: 20, busyMs: 20, answerMs: 50 })
    expect(await session.request('Purchase', {})).toEqual({
      kind: 'lost',
      why: 'the terminal does not answer keepalives',
      finding: 'noAnswer',
    })
    expect(ends).toEqual(['cut', 'the terminal does not answer keepalives'])
  })
})
