// Whoever was erased must stay so when an older copy of the database comes back. Before restoring, while the shop runs no more:
//   npm run --silent erasures > erased.json          after it:  npm run erasures -- again < erased.json
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { readConfig } from '../server/config.ts'
import type { Context } from '../server/context.ts'
import { openDatabase } from '../server/db/connect.ts'
import { defaultDataDir } from '../server/db/embedded/data-dir.ts'
import { migrate } from '../server/db/migrate.ts'
import { eraseAgain, listErased, type Erased } from '../server/features/privacy/erase-many.ts'
import { openJobQueue } from '../server/jobs/pg-boss-queue.ts'
import { installationSecret, makeSecrets } from '../server/secrets.ts'

const config = readConfig(process.env)
const dataDir = config.dataDir ?? defaultDataDir(fileURLToPath(new URL('..', import.meta.url)))
const { log } = fastify()
const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir, log: line => console.error(line) })
try {
  await migrate(database.pool)
  if (process.argv[2] === 'again') await again()
  else console.log(JSON.stringify(await listErased(database.kysely), null, 2))
} finally {
  await database.close()
}

async function again(): Promise<void> {
  const secrets = makeSecrets(await installationSecret(database.kysely, config.secret))
  const jobs = await openJobQueue({ pool: database.pool, log, secrets })
  const context: Context = {
    config,
    db: database.kysely,
    now: () => new Date(),
    log,
    secrets,
    jobs,
    terminals: { byProvider: () => undefined },
  }
  // What the first call of this program printed.
  const list = JSON.parse(await text(process.stdin)) as Erased[]
  const { erased, left } = await eraseAgain(context, list)
  await jobs.stop()
  console.log(`Erased again: ${erased}.`)
  if (left.length > 0) console.log(`Money is open of these users; run this again once it is not: ${left.join(', ')}.`)
}
