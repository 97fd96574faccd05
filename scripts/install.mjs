import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotReadyError, REPO_ROOT } from './repo-root.mjs'
import { runProgram } from './run-program.mjs'

/** Runs `npm ci`, unless node_modules already matches package-lock.json. */
export async function installDependencies() {
  if (isInstalled()) return
  console.log('Installing what the shop needs (npm ci) …')
  const { program, args } = npm()
  // With NODE_ENV=production npm would omit the runtime and the build tools of the web app.
  const installed = await runProgram(program, [...args, 'ci', '--include=dev'])
  if (!installed.isOk)
    throw new NotReadyError(`${installed.output.trim()}\nThe installation failed: see above, then run npm ci.`)
}

/** npm records in node_modules what it installed: compare that with the lock, so that file times don't matter. */
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

/** The npm that runs this process, or the one on the PATH. */
function npm() {
  const running = process.env.npm_execpath
  return running?.endsWith('npm-cli.js') ? { program: process.execPath, args: [running] } : { program: 'npm', args: [] }
}
