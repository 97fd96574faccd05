import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { REPO_ROOT } from './repo-root.mjs'

/**
 * Runs a program in the repository to completion. With `show` its output goes to the terminal as it comes; otherwise it is
 * collected and returned.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, show?: boolean }} [options]
 * @returns {Promise<{ isOk: boolean, output: string }>}
 */
export async function runProgram(program, args, { env = {}, show = false } = {}) {
  const stdio = show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
  const child = spawn(program, args, { cwd: REPO_ROOT, env: { ...process.env, ...env }, stdio })
  let output = ''
  const append = chunk => {
    output += chunk
  }
  child.stdout?.setEncoding('utf8').on('data', append)
  child.stderr?.setEncoding('utf8').on('data', append)
  try {
    const [code] = await once(child, 'close')
    return { isOk: code === 0, output }
  } catch (error) {
    return { isOk: false, output: `${program} could not be run: ${error.message}` }
  }
}
