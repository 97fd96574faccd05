import { openShared, readCliEnvironment } from './modules/operations/backup/cli-environment.ts'
import { type CliCommand, readArguments } from './modules/operations/backup/command-line.ts'
import { prepareSchema } from './platform/schema/prepare-schema.ts'
import { grantShopRights } from './platform/schema/shop-rights.ts'

async function runMigrate(args: string[]): Promise<void> {
  const role = readArguments(args, { values: ['for'] }).valueOf('for')
  const database = await openShared(readCliEnvironment(), { shop: 'none' })
  try {
    const applied = await prepareSchema(database.pool)
    for (const name of applied) console.log(name)
    console.log(`The schema is up to date; migrations applied: ${applied.length}.`)
    if (role === undefined) return
    await grantShopRights(database, role)
    console.log(`${role} can read and write its rows.`)
  } finally {
    await database.close()
  }
}

export const migrateCommand: CliCommand = {
  name: 'migrate',
  summary: 'Migrates the schema to this version, while servers of the previous version run.',
  usage: '',
  options: [['--for ROLE', 'Lets this database role read and write the rows, so that servers can run as it.']],
  run: runMigrate,
}
