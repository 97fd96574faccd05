import type { Finding } from './check.ts'
import { MAIL_WITHIN_MS, type Facts, type MailFact } from './facts.ts'

/** Part of I12: each complete order has one receipt, no other order has any, and each receipt is mailed, with one content. */
export function checkReceipts(facts: Facts): Finding[] {
  return [...wrongCounts(facts), ...mailedTwice(facts), ...(facts.isIdle ? unmailed(facts) : [])]
}

const wrongCounts = ({ orders }: Facts): Finding[] =>
  orders
    .filter(({ status, receipts }) => receipts !== (status === 'complete' ? 1 : 0))
    .map(rows => ({ invariant: 'I12', what: 'an order with a wrong number of receipts', rows }))

/** A receipt mail has the number on a line of its own, in English, the language of all shoppers of a run. */
const NUMBER = /^(?:Refund receipt|Receipt) ([\d-]+)$/m

const getNumber = ({ text }: MailFact) => NUMBER.exec(text)?.[1]

/** The same mail may arrive twice, because nothing records whether a dead server had sent it; but its text must be the same. */
const mailedTwice = (facts: Facts): Finding[] =>
  [...Map.groupBy(facts.mails, getNumber)]
    .filter(([number, letters]) => number !== undefined && new Set(letters.map(({ text }) => text)).size > 1)
    .map(([, rows]) => ({ invariant: 'I12', what: 'two different mails of one receipt', rows }))

function unmailed(facts: Facts): Finding[] {
  const mailed = new Set([...facts.mails, ...facts.waitingMails].map(getNumber))
  const isLate = (at: Date | null) => at !== null && facts.now.getTime() - at.getTime() > MAIL_WITHIN_MS
  return facts.orders
    .filter(({ id, status, paid_at }) => status === 'complete' && isLate(paid_at) && !mailed.has(String(id)))
    .map(rows => ({ invariant: 'I12', what: 'a receipt that nobody was sent', rows }))
}
