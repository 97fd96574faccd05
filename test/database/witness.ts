// A separate process that owns a data directory and commits one number after another, for tests that kill it. Prints a line per
// event: `open`, the number after its commit, or why it could not start.
import { openDatabase } from '#server/platform/db/connect.ts'
import { DatabaseStartError } from '#server/platform/db/start-error.ts'

const [dataDir = ''] = process.argv.slice(2)

try {
  const { pool } = await openDatabase({ dataDir, log: () => undefined })
  await pool.query('create table if not exists witness (number integer primary key)')
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(number), 0) as last from witness')
  console.log('open')
  for (let number = (rows[0]?.last ?? 0) + 1; ; number++) {
    await pool.query('insert into witness values ($1)', [number])
    console.log(number)
  }
} catch (error) {
  if (!(error instanceof DatabaseStartError)) throw error
  console.log(error.message)
  process.exitCode = 1
}
