import { type Command, UsageError } from '#server/modules/operations/backup/command-line.ts'
import { makeAdminByAddress } from './make-admin-by-address.ts'
import { besideShop, readEmail } from './rescue-program.ts'

async function makeAdmin(args: string[]): Promise<void> {
  const email = readEmail(args, 'make-admin')
  const found = await besideShop(({ database, log, secrets }) =>
    makeAdminByAddress({ db: database.kysely, log, secrets, now: () => new Date() }, email),
  )
  if (found === 'unknown') throw new UsageError(`No account has the address ${email}: log in with it first.`)
  console.log(found === 'known' ? `${email} is an admin already.` : `${email} is an admin now.`)
}

export const makeAdminCommand: Command = {
  name: 'make-admin',
  summary: 'Makes an account an admin and unblocks it: for a shop without an admin, or with the wrong ones.',
  usage: '--email ADDRESS',
  options: [['--email ADDRESS', 'The account: log in with the address first.']],
  run: makeAdmin,
}
