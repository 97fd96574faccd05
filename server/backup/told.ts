import { parseArgs } from 'node:util'
import { ConfigError } from '../config-error.ts'
import { DatabaseStartError } from '../db/start-error.ts'
import { loggableError } from '../http/loggable-error.ts'
import { BackupError, type Sums } from './backup-format.ts'
import type { Checked } from './prove-backup.ts'

/** Wrong words on the command line; the message says which. */
export class UsageError extends Error {}

/** What stands on the command line: files, and switches of these names. Throws UsageError. */
export function readCommandLine<Name extends string>(switches: readonly Name[], most: number) {
  const options = Object.fromEntries(switches.map(name => [name, { type: 'boolean' } as const]))
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length > most) throw new Error(`Unexpected '${positionals[most]}'`)
    return { files: positionals, isOn: (name: Name) => values[name] === true }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Runs a program of this folder to its end: expected failures are one sentence, and any failure is heard by the shell. */
export function runProgram(program: () => Promise<void>): void {
  program().catch((error: unknown) => {
    const isExpected = [ConfigError, DatabaseStartError, BackupError, UsageError].some(kind => error instanceof kind)
    // A database's own words of a failed copy quote people's rows.
    console.error(isExpected && error instanceof Error ? error.message : loggableError(error).stack)
    process.exitCode = 1
  })
}

const euros = (cents: string | undefined) => (Number(cents) / 100).toFixed(2)

const sumsText = ({ users, stores, products, orders, payments, paid_cents, refunded_cents }: Sums) =>
  `${users} users, ${stores} stores, ${products} products, ${orders} orders, ${payments} payments of ${euros(paid_cents)}, ${euros(refunded_cents)} given back`

/** What a restore found, for whoever ran it. */
export function tellRestored({ head, tables, rows, sums, jobs, cancelled, broken }: Checked): void {
  console.log(`Taken at ${head.taken_at} of the schema ${head.schema}.`)
  console.log(`${rows} rows of ${tables} tables came back as they were; ${jobs} mails and SMS wait to be sent.`)
  console.log(`${sumsText(sums)}.`)
  if (cancelled > 0)
    console.log(`${cancelled} messages to everyone fell due since: they were cancelled, not sent again.`)
  if (broken.length === 0) console.log('Every invariant of money and stock holds.')
  else console.warn(`When it was backed up, the shop broke:\n  ${broken.join('\n  ')}`)
}
