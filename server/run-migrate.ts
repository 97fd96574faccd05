import { parseArgs } from 'node:util'
import { openBesideShop, readCliEnvironment } from './modules/operations/backup/cli-environment.ts'
import { runProgram, UsageError } from './modules/operations/backup/command-line.ts'
import { prepareSchema } from './platform/schema/prepare-schema.ts'
import { grantShopRights } from './platform/schema/shop-rights.ts'

/**
 * npm run migrate [-- --for ROLE]: migrates the schema of DATABASE_URL to this version, and grants ROLE read and write access
 * to its rows. Servers may then run as ROLE, which can't change the schema. Servers of the previous version may be running.
 */
async function runMigrate(): Promise<void> {
  const role = readRole()
  const database = await openBesideShop(readCliEnvironment(), { shop: 'none' })
  try {
    const applied = await prepareSchema(database.pool)
    for (const name of applied) console.log(name)
    console.log(`The schema is that of this version; migrations applied: ${applied.length}.`)
    if (role === undefined) return
    await grantShopRights(database, role)
    console.log(`${role} may read and write its rows.`)
  } finally {
    await database.close()
  }
}

function readRole(): string | undefined {
  try {
    return parseArgs({ options: { for: { type: 'string' } } }).values.for
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

runProgram(runMigrate)
