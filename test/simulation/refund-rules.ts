import { HOLDS_TERMINAL, isIn, type AttemptState } from '#domain/payments/attempt-states.ts'
import { isRefundOpen, type RefundState } from '#domain/payments/refund-states.ts'
import type { Finding } from '#test/faults/checker/check.ts'
import type { HistoryFact } from '#test/faults/checker/facts.ts'
import { UNSENT_MOST_MS } from './machine-rules.ts'
import type { AttemptRow } from './memory/memory-rows.ts'
import type { World } from './world.ts'

/** Checks of refunds that the fault run's checker cannot make. */
export function checkRefundMachines(world: World): Finding[] {
  return [
    ...twoAtOnce(world),
    ...besideAPayment(world),
    ...writtenAgain(world),
    ...wrongSums(world),
    ...wrongReversals(world),
    ...blockedForNothing(world),
  ]
}

/** The rows contain states of the domain. */
const refundState = ({ after }: HistoryFact) => after as RefundState
const attemptState = ({ after }: HistoryFact) => after as AttemptState

/** A payment has at most one open refund. */
function twoAtOnce({ repository }: World): Finding[] {
  const { history, refunds } = repository.rows
  const open = new Map<number, number>()
  return history.flatMap((entry): Finding[] => {
    const attemptId = entry.kind === 'refund' ? refunds.get(entry.row_id)?.attemptId : undefined
    if (attemptId === undefined) return []
    const other = open.get(attemptId)
    if (!isRefundOpen(refundState(entry))) {
      if (other === entry.row_id) open.delete(attemptId)
      return []
    }
    open.set(attemptId, entry.row_id)
    const isSecond = other !== undefined && other !== entry.row_id
    return isSecond ? [{ invariant: 'I9', what: 'two refunds of a payment at once', rows: [other, entry] }] : []
  })
}

/** A refund that may be at a terminal and a payment that holds it exclude each other, and so do two refunds. */
function besideAPayment({ repository }: World): Finding[] {
  const holders = new Map<number, Set<string>>()
  return repository.rows.history.flatMap((entry): Finding[] => {
    const { kind, row_id, terminal_id } = entry
    if ((kind !== 'refund' && kind !== 'attempt') || terminal_id === null) return []
    if (repository.rows.appIds.has(terminal_id)) return []
    const state = refundState(entry)
    const holds =
      kind === 'attempt' ? isIn(HOLDS_TERMINAL, attemptState(entry)) : state === 'SENT' || state === 'UNKNOWN'
    const there = holders.get(terminal_id) ?? new Set()
    holders.set(terminal_id, there)
    const me = `${kind} ${row_id}`
    if (!holds) {
      there.delete(me)
      return []
    }
    const others = [...there].filter(other => other !== me && (kind === 'refund' || other.startsWith('refund')))
    const isNew = !there.has(me)
    there.add(me)
    if (!isNew || others.length === 0) return []
    return [{ invariant: 'I9', what: 'beside a refund at one terminal', rows: [others, entry] }]
  })
}

/** Each refund is ended once. */
function writtenAgain({ repository }: World): Finding[] {
  return repository.rows.history
    .filter(({ kind, before }) => kind === 'refund' && before !== null && !isRefundOpen(before as RefundState))
    .map(rows => ({ invariant: 'I11', what: 'the outcome of a refund was written again', rows }))
}

/** The refunded sums are those of open and done refunds: failed ones have released theirs. */
function wrongSums({ repository }: World): Finding[] {
  const { accounts, refunds, lineSums } = repository.rows
  const done = [...refunds.values()].filter(({ state }) => state === 'DONE' || isRefundOpen(state))
  const parts = Map.groupBy(
    done.flatMap(({ lines }) => lines),
    ({ lineId }) => lineId,
  )
  const getSum = (rows: readonly { amountCents: number }[] = []) =>
    rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const wrongAccounts = [...accounts].filter(
    ([attemptId, cents]) => cents !== getSum(done.filter(refund => refund.attemptId === attemptId)),
  )
  const wrongLines = [...lineSums].filter(([lineId, { cents }]) => cents !== getSum(parts.get(lineId)))
  return [...wrongAccounts, ...wrongLines].map(rows => ({
    invariant: 'I4',
    what: 'the refunded sum is not that of the refunds',
    rows,
  }))
}

/** REVERSED, if and only if the whole payment went back: by its terminal, or by hand. */
function wrongReversals({ repository }: World): Finding[] {
  const { attempts, refunds } = repository.rows
  const reversals = [...refunds.values()].filter(({ kind, state }) => kind === 'reversal' && state === 'DONE')
  const isReversed = ({ state }: AttemptRow) => state === 'REVERSED'
  const wrong = [...attempts.values()].filter(attempt => {
    const attemptReversals = reversals.filter(({ attemptId }) => attemptId === attempt.id)
    const isGivenOnce = attemptReversals.length === 1 && attemptReversals[0]?.amountCents === attempt.amountCents
    const isByHand = attempt.source === 'admin' && attemptReversals.length === 0
    return isReversed(attempt) ? !isGivenOnce && !isByHand : attemptReversals.length > 0
  })
  return wrong.map(rows => ({ invariant: 'I3', what: 'reversed, and not given back, or the reverse', rows }))
}

/** No refund keeps payments from its terminal for long without being sent, unless all servers are down. */
function blockedForNothing({ repository, darkTimes, agenda }: World): Finding[] {
  const { refunds, takings } = repository.rows
  return takings
    .map(reserving => {
      const refund = refunds.get(reserving.refundId)
      return { ...reserving, until: refund?.sentAt ?? refund?.outcomeAt ?? agenda.now }
    })
    .filter(({ at, until }) => until - at > UNSENT_MOST_MS)
    .filter(({ at, until }) => !darkTimes.some(time => at <= time && time <= until))
    .map(rows => ({ invariant: 'I6', what: 'a refund held its terminal for nothing', rows }))
}
