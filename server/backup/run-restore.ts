import { resolve } from 'node:path'
import { openAlone, readSurroundings } from './surroundings.ts'
import { restoreChecked } from './prove-backup.ts'
import { readCommandLine, runProgram, UsageError } from './command-line.ts'
import { tellRestored } from './tell-restored.ts'

/** npm run restore -- FILE: fills the empty database of DATABASE_URL, or of the data directory, from a backup. */
async function restore(): Promise<void> {
  const { files } = readCommandLine([], 1)
  if (!files[0]) throw new UsageError('Which backup? npm run restore -- FILE')
  const database = await openAlone(readSurroundings())
  try {
    tellRestored(await restoreChecked(database, resolve(files[0]), new Date()))
    console.log('Before the shop sells again, npm run reconcile asks the terminals what was paid since then.')
  } finally {
    await database.close()
  }
}

runProgram(restore)
