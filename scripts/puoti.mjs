#!/usr/bin/env node
// npx puoti: the shop's commands, on any Node from 20. `puoti start` in a checkout is npm start.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { runCommand } from './prepare.mjs'
import { NotReadyError, REPO_ROOT } from './repo-root.mjs'
import { checkLauncher, findRuntime, toolEnvironment } from './runtime.mjs'

const args = process.argv.slice(2)

if (args[0] === 'start') {
  process.argv.splice(2, 1)
  await import('./start.mjs')
} else {
  await runCommand(async () => {
    checkLauncher()
    if (!existsSync(join(REPO_ROOT, 'node_modules')))
      throw new NotReadyError('Nothing is installed yet: run npm ci first.')
    const runtime = findRuntime()
    const child = spawn(runtime, [join(REPO_ROOT, 'server/puoti.ts'), ...args], {
      env: { ...process.env, ...toolEnvironment(runtime) },
      stdio: 'inherit',
    })
    // The terminal sends Ctrl-C to the command as well, which ends in order.
    process.on('SIGINT', () => undefined)
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.on('exit', (code, signal) => (process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
