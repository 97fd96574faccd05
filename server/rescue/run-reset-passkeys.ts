import { parseArgs } from 'node:util'
import fastify from 'fastify'
import { openBesideShop, readSurroundings } from '../backup/surroundings.ts'
import { runProgram, UsageError } from '../backup/command-line.ts'
import { patiently } from '../db/patiently.ts'
import { logOptions } from '../http/loggable-error.ts'
import { openJobQueue } from '../jobs/pg-boss-queue.ts'
import { openSecrets } from '../secrets.ts'
import { resetByAddress } from './reset-by-address.ts'

/**
 * npm run reset-passkeys -- --email …: takes all passkeys from an admin who has lost them, when no other admin is there to do
 * it. Whoever may run programs on the shop's machine may do so. The shop may be running.
 */
async function resetPasskeys(): Promise<void> {
  const email = readEmail()
  const surroundings = readSurroundings()
  const database = await openBesideShop(surroundings)
  try {
    const { log } = fastify({ logger: logOptions('warn') })
    const secrets = await patiently(() => openSecrets(database.kysely, surroundings.config))
    const jobs = await openJobQueue({ pool: database.pool, log, secrets })
    try {
      const taken = await resetByAddress({ db: database.kysely, jobs, log, now: () => new Date() }, email)
      tell(email, taken)
    } finally {
      await jobs.stop()
    }
  } finally {
    await database.close()
  }
}

function readEmail(): string {
  try {
    const { values } = parseArgs({ options: { email: { type: 'string' } } })
    if (values.email) return values.email.trim().toLowerCase()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  throw new UsageError('Whose? npm run reset-passkeys -- --email admin@shop.example')
}

function tell(email: string, taken: number | undefined): void {
  if (taken === undefined) throw new UsageError(`Nobody has the address ${email}.`)
  if (taken === 0) console.log(`${email} has no passkey.`)
  else console.log(`Passkeys taken from ${email}: ${taken}. The account is signed out everywhere and told so by mail.`)
}

runProgram(resetPasskeys)
