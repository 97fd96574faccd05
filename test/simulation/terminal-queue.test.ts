import { expect, test } from 'vitest'
import { SECOND_MS, MINUTE_MS } from '#domain/durations.ts'
import { CardTerminal } from './card-terminal.ts'
import type { Reply } from './simulated-server.ts'
import { World } from './world.ts'

/** How long a shopper with a card needs at the terminal. */
const CARD_MS = 20 * SECOND_MS

/** A shop without faults, with one terminal and no shoppers but those of the test, in virtual time. */
function openStore() {
  const world = new World(1, { isEmpty: true })
  world.clearFaults()
  const { agenda, repository } = world
  const [terminal] = world.terminals
  if (!(terminal instanceof CardTerminal)) throw new Error('no terminal')
  /** By shopper: called when the terminal shows the payment. */
  const atTerminal = new Map<number, (serviceId: string) => void>()
  terminal.onShown = ({ serviceId }) => {
    const attempt = [...repository.rows.attempts.values()].find(each => each.serviceId === serviceId)
    atTerminal.get(attempt?.userId ?? 0)?.(serviceId)
  }
  const getResult = (reply: Reply) => (reply.kind === 'told' ? reply.code : reply.kind)
  const pay = (userId: number, dispatch: (result: string) => void) => {
    const server = world.someServer()!
    const line = { id: repository.rows.nextId(), productId: 1, quantityThousandths: 1000, totalCents: 250 }
    server.place({ userId, lines: [line] }, placed => {
      if (placed.kind !== 'order') return dispatch(getResult(placed))
      server.pay({ order: placed.order, method: undefined }, reply => dispatch(getResult(reply)))
    })
  }
  const abort = (userId: number) => world.someServer()?.abort(userId)
  const approve = (serviceId: string) =>
    agenda.after(CARD_MS, () => {
      terminal.requestApproval(serviceId)
      terminal.decide(serviceId, { event: 'approved' })
    })
  const runFor = (ms: number) => {
    const end = agenda.now + ms
    while (agenda.step(end));
    agenda.now = end
  }
  return { agenda, repository, atTerminal, pay, abort, approve, runFor }
}

/** Accounts that take the terminal, cancel after a while and begin again, until the given time. */
function hog({ agenda, atTerminal, pay, abort }: ReturnType<typeof openStore>, holdMs: number, until: number) {
  for (const userId of [1, 2, 3]) {
    atTerminal.set(userId, () => agenda.after(holdMs, () => abort(userId)))
    const begin = () => {
      if (agenda.now < until) pay(userId, () => agenda.after(SECOND_MS, begin))
    }
    begin()
  }
}

// A new account has a turn like any other shopper: three that use up their whole time are ahead of who comes in the first minutes.
test.each([
  ['cancel after 100 s', 100 * SECOND_MS, 45],
  ['let their time run out', 10 * MINUTE_MS, 4 * 60],
])('three accounts that %s keep no shopper from paying', (_what, holdMs, firstAfter) => {
  const store = openStore()
  const { agenda, atTerminal, pay, approve, runFor } = store
  const opened = agenda.now
  hog(store, holdMs, opened + 14 * MINUTE_MS)
  const tries: { cameAfter: number; result: string; waitedSeconds: number }[] = []
  for (let cameAfter = firstAfter; cameAfter < 14 * 60; cameAfter += 67) {
    const userId = 100 + cameAfter
    let shownAt = Infinity
    atTerminal.set(userId, serviceId => {
      shownAt = agenda.now
      approve(serviceId)
    })
    agenda.after(cameAfter * SECOND_MS, () => {
      const cameAt = agenda.now
      pay(userId, result => tries.push({ cameAfter, result, waitedSeconds: Math.round((shownAt - cameAt) / 1000) }))
    })
  }
  runFor(20 * MINUTE_MS)
  expect(tries.length).toBeGreaterThan(8)
  expect(tries.filter(({ result }) => result !== 'SUCCESS')).toEqual([])
  expect(Math.max(...tries.map(({ waitedSeconds }) => waitedSeconds))).toBeLessThan(180)
})

/** Accounts that have the terminal in turn: one cancels after a while, two wait, and who had it rests longest before the next turn. */
function rotate({ agenda, atTerminal, pay, abort }: ReturnType<typeof openStore>, userIds: number[], until: number) {
  const resting = [...userIds]
  for (const userId of userIds) atTerminal.set(userId, () => agenda.after(100 * SECOND_MS, () => abort(userId)))
  const begin = () => {
    if (agenda.now >= until) return
    const userId = resting.shift()!
    pay(userId, () => {
      resting.push(userId)
      agenda.after(SECOND_MS, begin)
    })
  }
  for (let seat = 0; seat < 3; seat++) begin()
}

test('32 accounts in turn keep no one who has paid here before from paying, and no one else after their first turns', () => {
  const store = openStore()
  const { agenda, atTerminal, pay, approve, runFor } = store
  const regulars = Array.from({ length: 10 }, (_, index) => 100 + index)
  for (const userId of regulars) {
    atTerminal.set(userId, approve)
    pay(userId, () => undefined)
    runFor(MINUTE_MS)
  }
  const opened = agenda.now
  const end = opened + 3 * 60 * MINUTE_MS
  rotate(
    store,
    Array.from({ length: 32 }, (_, index) => 1 + index),
    end,
  )
  const tries: { isRegular: boolean; cameAfter: number; result: string; waitedSeconds: number }[] = []
  const come = (userId: number, isRegular: boolean, cameAfter: number) =>
    agenda.after(cameAfter * SECOND_MS, () => {
      const cameAt = agenda.now
      let shownAt = Infinity
      atTerminal.set(userId, serviceId => {
        shownAt = agenda.now
        approve(serviceId)
      })
      pay(userId, result =>
        tries.push({ isRegular, cameAfter, result, waitedSeconds: Math.round((shownAt - cameAt) / 1000) }),
      )
    })
  for (let index = 0; index < 50; index++) {
    come(regulars[index % regulars.length]!, true, 45 + index * 213)
    come(1000 + index, false, 140 + index * 213)
  }
  runFor(3.2 * 60 * MINUTE_MS)
  const regularTries = tries.filter(({ isRegular }) => isRegular)
  expect(regularTries.length).toBe(50)
  expect(regularTries.filter(({ result }) => result !== 'SUCCESS')).toEqual([])
  expect(Math.max(...regularTries.map(({ waitedSeconds }) => waitedSeconds))).toBeLessThan(180)
  const newcomers = tries.filter(({ isRegular }) => !isRegular)
  const failed = newcomers.filter(({ result }) => result !== 'SUCCESS')
  // In the first turns it is not yet known which of the accounts pay.
  expect([newcomers.length, failed.filter(({ cameAfter }) => cameAfter > 60 * 60)]).toEqual([50, []])
})

test('a shopper who cancels once and pays again where no one waits has the terminal at once', () => {
  const { repository, atTerminal, agenda, pay, abort, approve, runFor } = openStore()
  const results: string[] = []
  atTerminal.set(1, () => agenda.after(5 * SECOND_MS, () => abort(1)))
  pay(1, result => results.push(result))
  runFor(MINUTE_MS)
  atTerminal.set(1, approve)
  pay(1, result => results.push(result))
  runFor(CARD_MS + 2 * SECOND_MS)
  expect(results).toEqual(['USER_CANCELLED', 'SUCCESS'])
  expect(repository.rows.history.filter(({ after }) => after === 'QUEUED')).toEqual([])
})

test('accounts that held the terminal for nothing still have their turn once no one else waits', () => {
  const { agenda, atTerminal, pay, abort, approve, runFor } = openStore()
  const results: string[] = []
  atTerminal.set(1, () => agenda.after(5 * SECOND_MS, () => abort(1)))
  pay(1, result => results.push(`first: ${result}`))
  runFor(10 * SECOND_MS)
  for (const userId of [1, 2, 3]) atTerminal.set(userId, approve)
  pay(2, result => results.push(`second: ${result}`))
  runFor(SECOND_MS)
  pay(1, result => results.push(`first: ${result}`))
  runFor(SECOND_MS)
  pay(3, result => results.push(`third: ${result}`))
  runFor(2 * MINUTE_MS)
  expect(results).toEqual(['first: USER_CANCELLED', 'second: SUCCESS', 'third: SUCCESS', 'first: SUCCESS'])
})
