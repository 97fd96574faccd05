import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const children = new Set<ChildProcess>()
// Kills all child processes however the benchmark ends.
process.on('exit', () => children.forEach(child => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/**
 * Starts a script of the repository as a child process on this Node; the script reads its input from `process.argv[2]` as JSON.
 */
export function startChild(
  script: string,
  options: { input?: unknown; env?: NodeJS.ProcessEnv; flags?: readonly string[] } = {},
) {
  const program = [...(options.flags ?? []), join(import.meta.dirname, '..', script)]
  const args = [...program, ...('input' in options ? [JSON.stringify(options.input)] : [])]
  const env = options.env ?? process.env
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

/** Runs a script to completion; its standard output is one JSON value. */
export async function runChild<Result>(script: string, input: unknown): Promise<Result> {
  const child = startChild(script, { input })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`${script} failed:\n${errors}`)
  const result: Result = JSON.parse(output)
  return result
}
