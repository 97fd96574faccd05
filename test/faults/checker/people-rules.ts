import type { Finding } from './check.ts'
import { dueAt, MAIL_WITHIN_MS, type AttemptFact, type Facts } from './facts.ts'

/** I7 and I12: the results and promises that people received. */
export function checkPeople(facts: Facts): Finding[] {
  return [
    ...lies(facts),
    ...(facts.isIdle ? [...lostMails(facts), ...lateMails(facts)] : []),
    ...mailsOfTwoContents(facts),
  ]
}

/**
 * SUCCESS requires an approval in the terminals' ledger; any other result requires an attempt with that outcome and no charge. An
 * open or unknown outcome is always true at the time.
 */
function lies({ results, attempts, ledger }: Facts): Finding[] {
  const approved = new Set(ledger.filter(line => line.event === 'approved').map(line => line.serviceId))
  const byOrder = Map.groupBy(attempts, attempt => attempt.order_id)
  const isTrue = (code: string, attempt: AttemptFact) =>
    code === 'SUCCESS' ? approved.has(attempt.service_id) : isUnpaid(attempt) && attempt.string_code === code
  // What a terminal took for a dead order and returned was not paid in the end.
  const isUnpaid = ({ state, service_id }: AttemptFact) =>
    state === 'REVERSED' || (state !== 'APPROVED' && !approved.has(service_id))
  return results
    .filter(({ code }) => code !== 'IN_PROGRESS' && code !== 'UNKNOWN')
    .filter(({ code, orderId }) => !byOrder.get(orderId)?.some(attempt => isTrue(code, attempt)))
    .map(words => ({ invariant: 'I7', what: 'told wrongly', rows: { ...words, attempts: byOrder.get(words.orderId) } }))
}

function lostMails({ promised, mails, waitingMails, now }: Facts): Finding[] {
  const received = new Set([...mails, ...waitingMails].map(mail => mail.recipient))
  return promised
    .filter(({ email, at }) => now.getTime() - at > MAIL_WITHIN_MS && !received.has(email))
    .map(rows => ({ invariant: 'I12', what: 'a mail that was promised did not come', rows }))
}

const lateMails = ({ waitingMails, now }: Facts): Finding[] =>
  waitingMails
    .filter(letter => dueAt(letter) < now.getTime())
    .map(rows => ({ invariant: 'I12', what: 'a mail that waits longer than its servers’ deaths explain', rows }))

/**
 * The same mail may arrive twice, because nothing records whether a dead server had sent it; but its content must be the same.
 */
function mailsOfTwoContents({ mails, promised }: Facts): Finding[] {
  // Shoppers with pre-orders get many mails, each with its own content.
  const askedOnce = new Set(promised.map(({ email }) => email))
  const mailsToOnce = mails.filter(({ recipient }) => askedOnce.has(recipient))
  const byRecipient = Map.groupBy(mailsToOnce, mail => mail.recipient)
  return [...byRecipient.values()]
    .filter(letters => new Set(letters.map(letter => letter.text)).size > 1)
    .map(rows => ({ invariant: 'I12', what: 'two different mails for one request', rows }))
}
