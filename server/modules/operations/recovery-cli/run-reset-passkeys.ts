import { type Command, UsageError } from '#server/modules/operations/backup/command-line.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import { besideShop, readEmail } from './rescue-program.ts'
import { resetByAddress } from './reset-by-address.ts'

async function resetPasskeys(args: string[]): Promise<void> {
  const email = readEmail(args, 'reset-passkeys')
  const taken = await besideShop(async ({ database, log, secrets }) => {
    const needs = { db: database.kysely, log, now: () => new Date() }
    return resetByAddress({ ...needs, outbox: openOutbox({ ...needs, secrets }) }, email)
  })
  tell(email, taken)
}

function tell(email: string, taken: number | undefined): void {
  if (taken === undefined) throw new UsageError(`Nobody has the address ${email}.`)
  if (taken === 0) console.log(`${email} has no passkey.`)
  else
    console.log(`Passkeys removed from ${email}: ${taken}. The account is logged out everywhere and notified by email.`)
}

export const resetPasskeysCommand: Command = {
  name: 'reset-passkeys',
  summary: 'Removes all passkeys of an admin who has lost them, and signs the account out.',
  usage: '--email ADDRESS',
  options: [['--email ADDRESS', 'The account.']],
  run: resetPasskeys,
}
