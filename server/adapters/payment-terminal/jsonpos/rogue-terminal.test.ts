import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { newPayment, never } from '#test/terminals/jsonpos-bench.ts'
import { toTransactionRequest } from './answers.ts'
import { encodeFrame, FrameDecoder } from './frames.ts'
import { JsonposTerminals } from './jsonpos-terminal.ts'
import { readMessage, buildResult, type MessageFields } from './messages.ts'

const servers: Server[] = []
const terminals: JsonposTerminals[] = []
afterEach(() => {
  for (const each of terminals.splice(0)) each.close()
  for (const each of servers.splice(0)) each.close()
})

/** An impostor at the terminal's address: accepts every request, and returns `said` for every payment. */
async function answering(reply: (request: MessageFields) => MessageFields): Promise<JsonposTerminals> {
  const server = createServer(socket => {
    const decoder = new FrameDecoder()
    socket.on('error', () => undefined)
    socket.on('data', chunk => {
      for (const value of decoder.push(chunk)) {
        const message = readMessage(value)
        if (message.kind !== 'request') continue
        const { id, method, params } = message
        const isPayment = method === 'Purchase' || method === 'Check' || method === 'Refund'
        socket.write(encodeFrame(buildResult(id, method, isPayment ? reply(params) : {})))
      }
    })
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  // A TCP server's address is an object once it listens.
  const { port } = server.address() as AddressInfo
  const opened = new JsonposTerminals({
    findSettings: async () => ({ transport: 'tcp', host: '127.0.0.1', port: String(port), api_key: 'key' }),
    inFlightMs: 1000,
  })
  terminals.push(opened)
  return opened
}

describe('an approval by an impostor at the terminal’s address', () => {
  test.each([
    ['nothing but an id', () => ({ transaction_id: 'rogue-1', response_text: 'Approved' })],
    [
      'no amount',
      ({ receipt_id, sequence_id, currency }: MessageFields) => ({
        transaction_id: 'rogue-1',
        receipt_id,
        sequence_id,
        currency,
      }),
    ],
    [
      'another transaction’s numbers',
      () => ({
        transaction_id: 'rogue-1',
        receipt_id: 1,
        sequence_id: 1,
        amount: 1234,
        currency: 'EUR',
      }),
    ],
  ] as const)('with %s is neither an approval nor a decline, and the outcome is unknown', async (_what, reply) => {
    const rogue = await answering(reply)
    const payment = newPayment()
    expect(await rogue.start(payment, never())).toEqual({ kind: 'unreachable' })
    expect(await rogue.status(payment)).toEqual({ kind: 'unreachable' })
    expect(await rogue.refundStatus(payment, { refundId: 'r-1', amountCents: 100 })).toEqual({ kind: 'unreachable' })
  })

  test('with all required fields is an approval', async () => {
    const payment = newPayment()
    const { ids } = toTransactionRequest(payment)
    const whole = await answering(() => ({ transaction_id: 't-1', ...ids, amount: 1234, currency: 'EUR' }))
    expect(await whole.start(payment, never())).toMatchObject({ kind: 'approved', amountCents: 1234 })
  })
})
