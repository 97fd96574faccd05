import type { Sums } from './backup-format.ts'
import type { Checked } from './verify-backup.ts'

const euros = (cents: string | undefined) => (Number(cents) / 100).toFixed(2)

const sumsText = ({ users, stores, products, orders, payments, paid_cents, refunded_cents }: Sums) =>
  `${users} users, ${stores} stores, ${products} products, ${orders} orders, ${payments} payments of ${euros(paid_cents)}, ${euros(refunded_cents)} refunded`

/** Prints the result of a restore. */
export function printRestoreSummary({ head, tables, rows, sums, jobs, broken }: Checked): void {
  console.log(`Taken at ${head.taken_at} of the schema ${head.schema}.`)
  console.log(
    `Restored ${rows} rows of ${tables} tables, the same as when backed up; ${jobs} emails and SMS wait to be sent.`,
  )
  console.log(`${sumsText(sums)}.`)
  if (broken.length === 0) console.log('All invariants of money and stock hold.')
  else console.warn(`When it was backed up, the shop violated these invariants:\n  ${broken.join('\n  ')}`)
}

/** Prints what the restore ended; nothing for a move. */
export function notifyEnded({ ended }: Checked): void {
  if (!ended) return
  console.log(`Ended ${ended.sessions} sessions, and all login links, codes and devices: users log in again.`)
  if (ended.cancelled > 0)
    console.log(`Cancelled ${ended.cancelled} messages to all users whose time passed since the backup.`)
}
