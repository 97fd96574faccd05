import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { addNextMigrations } from '#test/faults/drills/next-version.ts'
import { makeRunDirectory } from '#test/files/run-directory.ts'
import { NODE, REPOSITORY } from './debian-root.ts'

export type Packages = { deb: string; tarball: string; commit: string; remove: () => void }

/** The tarball and the Debian package of this commit. */
export const buildPackages = (): Packages => buildIn(REPOSITORY, () => undefined)

/** Those of a next version with more migrations, built in a clone. */
export function buildNextPackages(): Packages {
  const directory = makeRunDirectory('next')
  const clone = join(directory, 'clone')
  git(REPOSITORY, 'clone', '--quiet', '--shared', REPOSITORY, clone)
  addNextMigrations(clone)
  git(clone, 'add', '--all')
  git(
    clone,
    '-c',
    'user.name=Drill',
    '-c',
    'user.email=drill@puoti.example',
    'commit',
    '--quiet',
    '-m',
    'Add migrations',
  )
  // Uses the installed dependencies.
  symlinkSync(realpathSync(join(REPOSITORY, 'node_modules')), join(clone, 'node_modules'))
  return buildIn(clone, () => rmSync(directory, { recursive: true, force: true }))
}

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()

function buildIn(checkout: string, remove: () => void): Packages {
  for (const program of ['scripts/build.mjs', 'scripts/release/release.ts'])
    execFileSync(NODE, [join(checkout, program)], { cwd: checkout, stdio: 'pipe' })
  return packagesIn(join(checkout, 'dist/release'), remove)
}

/** A release that has been made. */
export function packagesIn(directory: string, remove: () => void = () => undefined): Packages {
  const sums = readFileSync(join(directory, 'SHA256SUMS'), 'utf8')
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: directory, stdio: 'pipe' })
  const findFile = (ending: string) => {
    const name = sums.split(/\s+/).find(each => each.endsWith(ending))
    if (name === undefined) throw new Error(`The release has no ${ending}`)
    return join(directory, name)
  }
  const tarball = findFile('.tar.gz')
  const commit = execFileSync('tar', ['-xzOf', tarball, '--wildcards', '*/dist/commit'], { encoding: 'utf8' })
  return { deb: findFile('.deb'), tarball, commit, remove }
}
