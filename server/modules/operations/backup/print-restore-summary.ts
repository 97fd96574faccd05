import type { Sums } from './backup-format.ts'
import type { Checked } from './verify-backup.ts'

const euros = (cents: string | undefined) => (Number(cents) / 100).toFixed(2)

const sumsText = ({ users, stores, products, orders, payments, paid_cents, refunded_cents }: Sums) =>
  `${users} users, ${stores} stores, ${products} products, ${orders} orders, ${payments} payments of ${euros(paid_cents)}, ${euros(refunded_cents)} given back`

/** Prints the result of a restore. */
export function printRestoreSummary({ head, tables, rows, sums, jobs, broken }: Checked): void {
  console.log(`Taken at ${head.taken_at} of the schema ${head.schema}.`)
  console.log(`${rows} rows of ${tables} tables came back as they were; ${jobs} mails and SMS wait to be sent.`)
  console.log(`${sumsText(sums)}.`)
  if (broken.length === 0) console.log('Every invariant of money and stock holds.')
  else console.warn(`When it was backed up, the shop broke:\n  ${broken.join('\n  ')}`)
}

/** Prints what the restore ended; nothing for a move. */
export function notifyEnded({ ended }: Checked): void {
  if (!ended) return
  console.log(`${ended.sessions} sessions were ended, with all links, codes and devices of then: people sign in again.`)
  if (ended.cancelled > 0)
    console.log(`${ended.cancelled} messages to everyone fell due since: they were cancelled, not sent again.`)
}
