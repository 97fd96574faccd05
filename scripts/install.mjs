import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotReadyError, REPO_ROOT } from './repo-root.mjs'
import { runProgram } from './run-program.mjs'

/** Runs `npm ci`, unless node_modules already matches package-lock.json. */
export async function installDependencies() {
  if (isInstalled()) return
  console.log('Installing dependencies (npm ci) …')
  const { program, args } = findNpm()
  // With NODE_ENV=production npm would omit the runtime and the build tools of the web app.
  const retryOptions = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  const timer = setInterval(reportWait, WAIT_MS, Date.now())
  const installed = await runProgram(program, [...args, 'ci', '--include=dev', ...retryOptions])
  clearInterval(timer)
  if (!installed.isOk)
    throw new NotReadyError(`${installed.output.trim()}\nThe installation failed: see above, then run npm ci.`)
}

const WAIT_MS = 20_000

/** npm shows no progress here, and without a network it tries each package several times. */
function reportWait(startedAt) {
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`Still installing after ${seconds} s. It needs a network; npm stops by itself without one.`)
}

/** npm records in node_modules what it installed: compare that with the lock, so that file times don't matter. */
function isInstalled() {
  const locked = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  if (!locked || !installed) return false
  return Object.entries(locked).every(([place, { version, optional }]) => {
    if (place === '' || (optional && !installed[place])) return true
    return installed[place]?.version === version
  })
}

/** @returns {Record<string, { version?: string, optional?: boolean }> | undefined} */
function readPackages(lockFile) {
  const path = join(REPO_ROOT, lockFile)
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
  } catch {
    return undefined
  }
}

/** The npm that runs this process, or the one on the PATH. */
function findNpm() {
  const running = process.env.npm_execpath
  return running?.endsWith('npm-cli.js') ? { program: process.execPath, args: [running] } : { program: 'npm', args: [] }
}
