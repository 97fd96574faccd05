import { runProgram, UsageError } from '#server/modules/operations/backup/command-line.ts'
import { makeAdminByAddress } from './make-admin-by-address.ts'
import { besideShop, readEmail } from './rescue-program.ts'

/** npm run make-admin -- --email …: makes an account an admin when there is no admin to do it, or none that should be one. */
async function makeAdmin(): Promise<void> {
  const email = readEmail('make-admin')
  const found = await besideShop(({ database, log, secrets }) =>
    makeAdminByAddress({ db: database.kysely, log, secrets, now: () => new Date() }, email),
  )
  if (found === 'unknown') throw new UsageError(`Nobody has the address ${email}: sign in with it first.`)
  console.log(found === 'known' ? `${email} is an admin already.` : `${email} is an admin now.`)
}

runProgram(makeAdmin)
