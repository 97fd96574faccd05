import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const REPOSITORY = join(import.meta.dirname, '../../..')
const MIGRATIONS = 'server/db/migrations'

export type PreviousVersion = { repository: string; commit: string; until: string; remove: () => void }

/** A checkout of the last commit that did not know the newest migration, and the last migration that it knew. */
export function previousVersion(): PreviousVersion {
  const newest = migrationsIn(REPOSITORY).at(-1)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim()
  // Along the main line: what came in with a branch came in when it was merged.
  const mainLine = ['log', '--first-parent', '-m', '--diff-filter=A', '--format=%H']
  const added = git(...mainLine, '--', `${MIGRATIONS}/${newest}.sql`)
    .split('\n')
    .at(-1)
  if (!added) throw new Error(`${newest} is not committed yet: there is no version before it`)
  const commit = git('rev-parse', `${added}^`)
  const repository = mkdtempSync('/tmp/puoti-previous-')
  const archive = join(repository, 'previous.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', repository])
  // What it depends on is what is installed here.
  symlinkSync(join(REPOSITORY, 'node_modules'), join(repository, 'node_modules'))
  return {
    repository,
    commit,
    until: migrationsIn(repository).at(-1) ?? '',
    remove: () => rmSync(repository, { recursive: true, force: true }),
  }
}

const migrationsIn = (repository: string): string[] =>
  readdirSync(join(repository, MIGRATIONS))
    .filter(name => name.endsWith('.sql'))
    .map(name => name.replace('.sql', ''))
    .toSorted()
