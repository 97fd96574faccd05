import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SimulatorOptions } from './nuki-simulator.ts'
import type { Levers } from './simulated-lock.ts'

const PROGRAM = join(import.meta.dirname, 'nuki-simulator.ts')
export const NUKI_TOKEN = 'a token of the simulator'

type LockState = { codes: { name: string; code: number; isAtLock: boolean; until: number }[]; requests: number }

/** Nuki's Web API with some locks as a child process, and the controls of each. Uses a free port by default. */
export async function runNuki(locks: readonly string[], wantedPort = 0) {
  const options: SimulatorOptions = { locks, token: NUKI_TOKEN, port: wantedPort }
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => Promise.reject(new Error('it did not start'))),
  ])
  // The program's only line.
  const { port } = JSON.parse(String(line)) as { port: number }
  const url = `http://127.0.0.1:${port}`
  // The simulator belongs to this repository, so the type is right.
  const control = async (path: string, body?: object) =>
    (await fetch(`${url}/control/${path}`, body && { method: 'POST', body: JSON.stringify(body) })).json()
  return {
    url,
    pull: (id: string, settings: Partial<Levers>) => control(id, settings),
    /** Statuses for the next calls. */
    answer: (id: string, ...answers: number[]) => control(`${id}/answers`, { answers }),
    /** Whether the keypad opens the door. */
    opens: async (id: string, code: string) => ((await control(`${id}/try`, { code })) as { opens: boolean }).opens,
    seen: async (id: string) => (await control(id)) as LockState,
    async close() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
export type Nuki = Awaited<ReturnType<typeof runNuki>>
