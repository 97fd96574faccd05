import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeRunDirectory } from '#test/run-directory.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')
/** The directories of migrations, and the directory until 2026-11-25. */
const MIGRATIONS = ['server/platform/schema/migrations', 'server/platform/schema/before-0.1.0', 'server/db/migrations']

export type PreviousVersion = { repository: string; commit: string; until: string; remove: () => void }

/**
 * A checkout of the last commit without the newest migration, and the last migration that it has; or of the last commit without
 * any migration after `knownUntil` (such as 046).
 */
export function previousVersion(knownUntil = ''): PreviousVersion {
  const ours = migrationsIn(REPOSITORY)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim()
  const mainLine = git('rev-list', '--first-parent', 'HEAD').split('\n')
  // A migration may land after one with a larger number: the commits in between were never a version.
  const commit = mainLine.find(each =>
    isEarlier(
      namesOf(git('ls-tree', '--name-only', each, ...MIGRATIONS.map(path => `${path}/`)).split('\n')),
      ours,
      knownUntil,
    ),
  )
  if (!commit) throw new Error('There is no such version before the newest migration')
  const repository = makeRunDirectory('previous')
  const archive = join(repository, 'previous.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', repository])
  // Uses the installed dependencies.
  symlinkSync(join(REPOSITORY, 'node_modules'), join(repository, 'node_modules'))
  return {
    repository,
    commit,
    until: migrationsIn(repository).at(-1) ?? '',
    remove: () => rmSync(repository, { recursive: true, force: true }),
  }
}

const namesOf = (files: string[]): string[] =>
  files
    .filter(name => name.endsWith('.sql'))
    .map(name => basename(name, '.sql'))
    .toSorted()

const migrationsIn = (repository: string): string[] =>
  namesOf(
    MIGRATIONS.map(path => join(repository, path))
      .filter(path => existsSync(path))
      .flatMap(path => readdirSync(path)),
  )

/** Whether the names are a proper prefix of this version's migrations whose last one begins with `last`. */
function isEarlier(names: string[], ours: string[], last: string): boolean {
  const isPart = names.length < ours.length && names.every((name, index) => name === ours[index])
  return isPart && names.at(-1)?.startsWith(last) === true
}
