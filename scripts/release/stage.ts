import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** What a server needs beside node_modules; no tests, and no sources of the web app. */
const PARTS = ['server', 'domain', 'contract', 'deploy', 'dist/web', 'LICENSE', 'CHANGELOG.md', 'package.json']
/** The Node that runs the shop, which is a development dependency: a checkout may have its own. */
const RUNTIME = 'node_modules/node/bin/node'

type Lock = { packages: Record<string, { dev?: boolean; optional?: boolean }> }
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** Of a tagged commit the version itself; of another one, a version that later commits exceed. */
export function releaseVersion(): string {
  const tags = git('tag', '--points-at', 'HEAD').split('\n')
  if (tags.includes(`v${version}`)) return version
  const at = git('log', '-1', '--format=%cd', '--date=format-local:%Y%m%d%H%M%S')
  return `${version}+git${at}.${git('rev-parse', '--short=8', 'HEAD')}`
}

export const commitSeconds = (): number => Number(git('log', '-1', '--format=%ct'))

/** Copies an installation into the directory: /opt/puoti of the package, and the content of the tarball. */
export function stage(directory: string): void {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  if (!existsSync(join(ROOT, 'dist/web/index.html')))
    throw new Error('The web app is not built: run npm run build first.')
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(directory, part), {
      recursive: true,
      filter: source => !/\.test\.tsx?$/.test(source),
    })
  writeFileSync(join(directory, 'dist/commit'), git('rev-parse', 'HEAD'))
  copyPackages(directory)
}

/** Those that a server runs, from node_modules as `npm ci` has installed it. */
function copyPackages(directory: string): void {
  // npm's own file, in npm's format.
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const modules = realpathSync(join(ROOT, 'node_modules'))
  for (const [place, { dev, optional }] of Object.entries(packages)) {
    if (place === '' || dev) continue
    const source = join(dirname(modules), place)
    // Of another platform.
    if (!existsSync(source) && optional) continue
    // A package's own dependencies have entries of their own.
    const filter = (path: string) => !relative(source, path).split(sep).includes('node_modules')
    cpSync(source, join(directory, place), { recursive: true, filter, verbatimSymlinks: true })
  }
  mkdirSync(dirname(join(directory, RUNTIME)), { recursive: true })
  cpSync(join(dirname(modules), RUNTIME), join(directory, RUNTIME))
}
