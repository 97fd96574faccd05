import { expect, test } from 'vitest'
import { SECOND_MS } from '#domain/durations.ts'
import { CardTerminal } from './card-terminal.ts'
import { createWire } from './terminal-wire.ts'
import { World } from './world.ts'

// The payment needs longer to its terminal than the cancellation, which finds nothing there.
test('a shopper whose cancellation arrives before the payment is not charged', () => {
  const world = new World(1, {
    isEmpty: true,
    bug: {
      wire: (wire, agenda) => ({
        ...createWire(wire),
        start: (payment, dispatch) => agenda.after(2 * SECOND_MS, () => wire.start(payment, dispatch)),
      }),
    },
  })
  world.clearFaults()
  const { agenda, repository, ledger } = world
  const [terminal] = world.terminals
  const server = world.servers[0]!
  if (!(terminal instanceof CardTerminal)) throw new Error('no terminal')
  terminal.onShown = ({ serviceId }) =>
    agenda.after(60 * SECOND_MS, () => terminal.decide(serviceId, { event: 'approved' }))
  const line = { id: repository.rows.nextId(), productId: 1, quantityThousandths: 1000, totalCents: 250 }
  const results: string[] = []
  server.place({ userId: 1, lines: [line] }, placed => {
    if (placed.kind !== 'order') throw new Error(placed.kind)
    server.pay({ order: placed.order, method: undefined }, reply =>
      results.push(reply.kind === 'told' ? reply.code : reply.kind),
    )
    agenda.after(200, () => server.abort(1))
  })
  const end = agenda.now + 10 * SECOND_MS
  while (agenda.step(end));
  expect(results).toEqual(['USER_CANCELLED'])
  expect(ledger.map(({ event }) => event)).toEqual(['received', 'cancelled'])
})
