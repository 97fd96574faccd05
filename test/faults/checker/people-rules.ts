import type { Finding } from './check.ts'
import { dueAt, MAIL_WITHIN_MS, type AttemptFact, type Facts } from './facts.ts'

/** I7 and I12: what people were told and promised. */
export function checkPeople(facts: Facts): Finding[] {
  return [
    ...lies(facts),
    ...(facts.isAtRest ? [...lostMails(facts), ...lateMails(facts)] : []),
    ...mailsOfTwoContents(facts),
  ]
}

/**
 * SUCCESS needs an approval in the terminals' own ledger; everything else an attempt that ended so and took nothing. That the
 * outcome is open, or unknown, is true when it is said.
 */
function lies({ told, attempts, ledger }: Facts): Finding[] {
  const approved = new Set(ledger.filter(line => line.event === 'approved').map(line => line.serviceId))
  const byOrder = Map.groupBy(attempts, attempt => attempt.order_id)
  const isTrue = (code: string, attempt: AttemptFact) =>
    code === 'SUCCESS' ? approved.has(attempt.service_id) : isUnpaid(attempt) && attempt.string_code === code
  const isUnpaid = (attempt: AttemptFact) => attempt.state !== 'APPROVED' && !approved.has(attempt.service_id)
  return told
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

/** The same mail may come twice, since nobody can know whether a server that died had sent it; but it says the same. */
function mailsOfTwoContents({ mails, promised }: Facts): Finding[] {
  // Who books pre-orders gets many letters, each of its own content.
  const askedOnce = new Set(promised.map(({ email }) => email))
  const ofOne = mails.filter(({ recipient }) => askedOnce.has(recipient))
  const byRecipient = Map.groupBy(ofOne, mail => mail.recipient)
  return [...byRecipient.values()]
    .filter(letters => new Set(letters.map(letter => letter.text)).size > 1)
    .map(rows => ({ invariant: 'I12', what: 'two different mails for one request', rows }))
}
