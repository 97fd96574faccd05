import type { Config } from '#server/config/config.ts'
import { accessChange } from '#server/modules/accounts/access-changes/access-journal.ts'
import { erasedUser } from '#server/modules/accounts/privacy/erase-many.ts'
import {
  ACCESS_JOURNAL,
  describeFaults,
  ERASURE_JOURNAL,
  type Journal,
  readJournal,
} from '#server/platform/journal/signed-journal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { BackupError } from './backup-files.ts'

type JournalPlace = { config: Config; directory: string }

async function readBoth({ config, directory }: JournalPlace) {
  const access = await readJournal(config, { directory, name: ACCESS_JOURNAL, schema: accessChange })
  const erasures = await readJournal(config, { directory, name: ERASURE_JOURNAL, schema: erasedUser })
  return { access, erasures }
}

/** Before a restore: refuses journals with added, changed, removed or moved lines. Throws BackupError. */
export async function refuseChangedJournals(place: JournalPlace): Promise<void> {
  const { access, erasures } = await readBoth(place)
  const faults = [...describeFaults(ACCESS_JOURNAL, access), ...describeFaults(ERASURE_JOURNAL, erasures)]
  if (faults.length === 0) return
  throw new BackupError(
    `The journals in ${place.directory} can't be trusted:\n  ${faults.join('\n  ')}\nCopy unchanged ones there, or set PUOTI_SECRET_PREVIOUS if they are of an earlier secret. If there are none, restore with --unsigned, and check the list of admins and the blocked users afterwards.`,
  )
}

/**
 * After a restore: how far the journals reach, from which the start of the shop revokes and erases again. The end of a journal is
 * missing when changes that the backup contains are not in it.
 */
export async function describeJournals(db: Db, place: JournalPlace): Promise<string[]> {
  const { access, erasures } = await readBoth(place)
  const changes = await db.selectFrom('access_change').select('id').execute()
  const erased = await db.selectFrom('erased_user').select(['user_id', 'user_created_at']).execute()
  const ids = new Set(access.entries.map(({ id }) => id))
  const users = new Set(erasures.entries.map(each => `${each.user_id} ${each.user_created_at}`))
  const lost = {
    access: changes.filter(({ id }) => !ids.has(id)).length,
    erasures: erased.filter(each => !users.has(`${each.user_id} ${each.user_created_at.toISOString()}`)).length,
  }
  return [
    `The start of the shop revokes and erases again by the journals in ${place.directory}:`,
    ...describeEnd(ACCESS_JOURNAL, access, lost.access),
    ...describeEnd(ERASURE_JOURNAL, erasures, lost.erasures),
    ...(place.config.secret === undefined ? ['  Without PUOTI_SECRET they are not checked for changes.'] : []),
  ]
}

function describeEnd(name: string, journal: Journal<unknown>, lost: number): string[] {
  const { isMissing, lastAt = 'never' } = journal
  const end = isMissing
    ? `  ${name} is missing. If the shop had one, copy it there before the start: it is where the backups are.`
    : `  ${name}: last line written ${lastAt}. If you know of a later change, the end is missing: find a newer copy.`
  const lacking = `  ${name} lacks ${lost} changes that are in the backup: lines were removed, or it is an old copy.`
  return [end, ...describeFaults(name, journal).map(each => `  ${each}`), ...(lost > 0 ? [lacking] : [])]
}
