import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

const REPOSITORY = join(import.meta.dirname, '../../..')

const children = new Set<ChildProcess>()
// Kills all children however the run ends; a stopped process reacts to no other signal.
process.on('exit', () => children.forEach(child => child.kill('SIGKILL')))
// A run that is ended from outside ends as a whole.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

export type Program = {
  /** Path within the repository. */
  script: string
  /** Another checkout of it; otherwise this one. */
  repository?: string | undefined
  args?: string[]
  nodeArgs?: string[]
  env?: NodeJS.ProcessEnv
  logFile: string
}

/** Runs a script of the repository as a child process; its output goes into the file. Its IPC channel is for the run itself. */
export function startProgram({ script, repository = REPOSITORY, args = [], ...more }: Program): ChildProcess {
  const { nodeArgs = [], env = {}, logFile } = more
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [...nodeArgs, join(repository, script), ...args], {
    cwd: repository,
    // None of the developer's environment, least of all the address of a database.
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  return endWithUs(child)
}

/** Kills the process however the run ends. */
export function endWithUs(child: ChildProcess): ChildProcess {
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

/** The first message of a child; throws when it ends before that. */
export async function firstMessage<Message>(child: ChildProcess): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  // The programs of this folder send what their openers expect.
  child.once('message', message => resolve(message as Message))
  child.once('exit', code => reject(new Error(`${child.spawnargs[1]} ended with ${code} before it was ready`)))
  return promise
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null
