import fastify, { type FastifyBaseLogger } from 'fastify'
import { openBesideShop, readCliEnvironment } from '#server/modules/operations/backup/cli-environment.ts'
import { readArguments, UsageError } from '#server/modules/operations/backup/command-line.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { retryWhileDatabaseIsDown } from '#server/platform/db/retry-while-database-is-down.ts'
import { logOptions } from '#server/platform/http/connection/loggable-error.ts'
import { openSecrets, type Secrets } from '#server/platform/secrets/secrets.ts'

type Opened = { database: DatabaseHandle; log: FastifyBaseLogger; secrets: Secrets }

/** The address of `--email`, normalised as in accounts. Throws UsageError. */
export function readEmail(args: string[], command: string): string {
  const email = readArguments(args, { values: ['email'] }).valueOf('email')
  if (email === undefined) throw new UsageError(`Name the account: puoti ${command} --email admin@shop.example`)
  return email.trim().toLowerCase()
}

/**
 * Does the work on the shop's database, whether the shop runs or not. Anyone who can run programs on the shop's machine is
 * authorised.
 */
export async function besideShop<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> {
  const cliEnvironment = readCliEnvironment()
  const database = await openBesideShop(cliEnvironment, { shop: 'current' })
  try {
    const { log } = fastify({ logger: logOptions('warn') })
    const secrets = await retryWhileDatabaseIsDown(() => openSecrets(database.kysely, cliEnvironment.config))
    return await work({ database, log, secrets })
  } finally {
    await database.close()
  }
}
