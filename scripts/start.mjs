// npm start and npm run dev: from a fresh clone to a running shop. Plain JavaScript, because it runs on any Node from 20 and
// before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { whenNpmEnds } from './family.mjs'
import { prepare, runCommand } from './prepare.mjs'
import { REPO_ROOT } from './repo-root.mjs'
import { toolEnvironment } from './runtime.mjs'
import { ensureWebBuild } from './web-build.mjs'

const SERVER = join(REPO_ROOT, 'server/main.ts')
// By default, Node lets the young generation grow with the load and keeps it (docs/results/README.md).
const SERVER_FLAGS = ['--max-semi-space-size=8']
const VITE = join(REPO_ROOT, 'node_modules/vite/bin/vite.js')
// Where vite.config.ts serves the pages in development.
const WORKBENCH = 'http://localhost:5173'
const setpriv = findSetpriv()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

await runCommand(async () => {
  const runtime = await prepare()
  if (process.argv.includes('--watch'))
    return startAll(runtime, [
      [...SERVER_FLAGS, '--watch', '--watch-preserve-output', SERVER, `--pages-at=${WORKBENCH}`],
      [VITE, '--logLevel', 'warn'],
    ])
  const args = process.argv.slice(2)
  if (!args.some(arg => ['--help', '-h', '--version'].includes(arg))) await ensureWebBuild(runtime)
  startAll(runtime, [[...SERVER_FLAGS, SERVER, ...args]])
})

/** Runs the programs on the runtime until one exits or a signal arrives; then signals the others and waits for them. */
function startAll(runtime, programs) {
  const children = programs.map(args => startChild(runtime, args))
  const passOn = signal => children.forEach(child => child.kill(signal))
  let isStopping = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      isStopping = true
      if (!reachesChildren(signal)) passOn(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM')
    })
  }
  // A second signal would end the server at once, in the middle of its orderly stop.
  whenNpmEnds(() => isStopping || passOn('SIGTERM'))
  for (const child of children) {
    child.on('exit', (code, signal) => {
      process.exitCode ??= code ?? 128 + (constants.signals[signal] ?? 0)
      passOn('SIGTERM')
    })
  }
}

/** Without their own process group, the children receive Ctrl-C from the terminal, as this process does. */
function reachesChildren(signal) {
  return signal === 'SIGINT' && process.stdin.isTTY && !setpriv
}

/**
 * With setpriv, the child has its own process group and dies with this process: Ctrl-C in the terminal then reaches the server
 * once, through this process, and not a second time from the terminal itself.
 */
function startChild(runtime, args) {
  const [program, ...before] = setpriv ? [setpriv, '--pdeathsig', 'TERM', '--', runtime] : [runtime]
  const env = { ...process.env, ...toolEnvironment(runtime) }
  return spawn(program, [...before, ...args], {
    cwd: REPO_ROOT,
    env,
    stdio: 'inherit',
    detached: setpriv !== undefined,
  })
}

function findSetpriv() {
  const directories = (process.env.PATH ?? '').split(delimiter)
  return directories.map(directory => join(directory, 'setpriv')).find(path => existsSync(path))
}
