import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotReadyError, REPO_ROOT } from './repo-root.mjs'
import { runProgram } from './run-program.mjs'

/** Installs what package-lock.json asks for, unless exactly that is there. */
export async function installDependencies() {
  if (isInstalled()) return
  console.log('Installing what the shop needs (npm ci) …')
  const { program, args } = npm()
  // With NODE_ENV=production npm would leave out the runtime and what builds the web app.
  const installed = await runProgram(program, [...args, 'ci', '--include=dev'])
  if (!installed.isOk)
    throw new NotReadyError(`${installed.output.trim()}\nThe installation failed: see above, then run npm ci.`)
}

/** npm writes into node_modules what it put there: compare that with the lock, so that files' times don't matter. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf('node_modules/.package-lock.json')
  if (!wanted || !found) return false
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (place === '' || (optional && !found[place])) return true
    return found[place]?.version === version
  })
}

/** @returns {Record<string, { version?: string, optional?: boolean }> | undefined} */
function packagesOf(lockFile) {
  const path = join(REPO_ROOT, lockFile)
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
  } catch {
    return undefined
  }
}

/** The npm that runs us, or the one on the PATH. */
function npm() {
  const running = process.env.npm_execpath
  return running?.endsWith('npm-cli.js') ? { program: process.execPath, args: [running] } : { program: 'npm', args: [] }
}
