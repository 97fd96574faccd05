import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotReadyError, REPO_ROOT } from './repo-root.mjs'
import { runProgram } from './run-program.mjs'

const SOURCES = ['web', 'domain', 'contract', 'scripts/vite', 'package-lock.json', 'vite.config.ts']
const STAMP = join(REPO_ROOT, 'dist/web-sources.sha256')
const PAGE = join(REPO_ROOT, 'dist/web/index.html')

/** Builds the web app when its sources have changed since the last build. */
export async function ensureWebBuild(runtime) {
  if (existsSync(PAGE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash()) return
  console.log('Building the web app …')
  const built = await buildWeb(runtime)
  if (!built.isOk) throw new NotReadyError(`${built.output.trim()}\nThe web app could not be built: see above.`)
}

/** Builds the web app unconditionally. */
export async function buildWeb(runtime) {
  const hash = sourcesHash()
  // An interrupted build leaves no stamp, and is repeated.
  rmSync(STAMP, { force: true })
  const vite = join(REPO_ROOT, 'node_modules/vite/bin/vite.js')
  const built = await runProgram(runtime, [vite, 'build', '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } })
  if (built.isOk) {
    mkdirSync(join(REPO_ROOT, 'dist'), { recursive: true })
    writeFileSync(STAMP, hash)
  }
  return built
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(source => listFiles(source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(REPO_ROOT, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** The files under a path of the repository, sorted, without tests. */
function listFiles(path) {
  if (!statSync(join(REPO_ROOT, path)).isDirectory()) return [path]
  const entries = readdirSync(join(REPO_ROOT, path), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath ?? entry.path, entry.name).slice(REPO_ROOT.length + 1))
    .toSorted()
}
