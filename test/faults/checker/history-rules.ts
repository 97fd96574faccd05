import { FINAL_STATES, HOLDS_TERMINAL, isIn, OPEN_STATES, type AttemptState } from '#domain/payments/attempt-states.ts'
import type { Finding } from './check.ts'
import type { Facts, HistoryFact } from './facts.ts'

/** I9 to I11, from every recorded change. */
export function checkHistory({ history, attempts: rows }: Facts): Finding[] {
  const attempts = history.filter(entry => entry.kind === 'attempt')
  const inApp = new Set(rows.filter(row => !row.occupies_terminal).map(({ id }) => id))
  const atTerminal = attempts.filter(entry => !inApp.has(entry.row_id))
  return [
    ...overlaps(atTerminal, HOLDS_TERMINAL, entry => `terminal ${entry.terminal_id}`),
    ...overlaps(attempts, OPEN_STATES, entry => `order ${entry.order_id}`),
    ...overlaps(attempts, OPEN_STATES, entry => `user ${entry.user_id}`),
    ...writtenAgain(attempts),
    ...withoutAuditLog(history),
  ]
}

/** Overwritten outcomes; one that its own transaction overwrites was never visible. */
function writtenAgain(attempts: HistoryFact[]): Finding[] {
  const last = new Map<number, HistoryFact>()
  return attempts.flatMap((entry): Finding[] => {
    const before = last.get(entry.row_id)
    last.set(entry.row_id, entry)
    // The schema's states are the domain's.
    const wasFinal = entry.before !== null && isIn(FINAL_STATES, entry.before as AttemptState)
    if (!wasFinal || before?.transaction === entry.transaction) return []
    return [{ invariant: 'I11', what: 'an outcome was written again', rows: [before, entry] }]
  })
}

/** Cases where an attempt began to hold something that another one still held. */
function overlaps(
  attempts: HistoryFact[],
  holding: readonly AttemptState[],
  getKind: (entry: HistoryFact) => string,
): Finding[] {
  const holders = new Map<string, HistoryFact>()
  const findings: Finding[] = []
  for (const entry of attempts) {
    const what = getKind(entry)
    const holder = holders.get(what)
    const holds = isIn(holding, entry.after as AttemptState) // as above
    if (holds && holder && holder.row_id !== entry.row_id)
      findings.push({ invariant: 'I9', what: `two at once for ${what}`, rows: [holder, entry] })
    if (holds) holders.set(what, entry)
    else if (holder?.row_id === entry.row_id) holders.delete(what)
  }
  return findings
}

/** Each change is recorded in its own transaction: by an order event, or by the new attempt. */
function withoutAuditLog(history: HistoryFact[]): Finding[] {
  const inTransaction = Map.groupBy(history, entry => `${entry.transaction} ${entry.order_id}`)
  return history
    .filter(entry => entry.kind === 'order' && entry.before !== null)
    .filter(change => {
      const beside = inTransaction.get(`${change.transaction} ${change.order_id}`) ?? []
      if (change.after === 'payment_pending')
        return !beside.some(({ kind, before }) => kind === 'attempt' && before === null)
      return !beside.some(({ kind, after, actor }) => kind === 'event' && after === change.after && actor)
    })
    .map(rows => ({ invariant: 'I10', what: 'a change that the trail does not tell', rows }))
}
