import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serialQueue } from '#server/platform/workers/concurrency.ts'
import type { MadeImage, MakeRefusal } from './make-files.ts'

const PROGRAM = fileURLToPath(new URL('image-program.ts', import.meta.url))
const START_MS = 10_000
/** What the program ends itself with, for its memory: image-program.ts. */
const TOO_MUCH_MEMORY = 3
/** Each holds its original in memory while it waits. */
const MOST_WAITING = 8

/** A JPEG of the largest size needs a second and half of this memory. */
const LIMITS = { patienceMs: 10_000, memoryBytes: 500_000_000 }
type Limits = typeof LIMITS

/** `busy`: others wait already. */
export type Processed = MadeImage | MakeRefusal | 'busy'

/** One image at a time: the shop sells on the same machine. */
export function imageProcessor(limits: Partial<Limits> = {}) {
  const take = serialQueue(MOST_WAITING)
  return (original: Buffer): Promise<Processed> => take(() => inOwnProgram(original, { ...LIMITS, ...limits }))
}

/** Gives up on a program that does not end, and on an image that its program did not survive. */
function inOwnProgram(original: Buffer, { patienceMs, memoryBytes }: Limits): Promise<MadeImage | MakeRefusal> {
  return new Promise((resolve, reject) => {
    // It knows nothing of what the server has in its environment.
    const program = fork(PROGRAM, { execArgv: [], env: {}, serialization: 'advanced', stdio: 'ignore' })
    const endAfter = (ms: number) => setTimeout(() => program.kill('SIGKILL'), ms)
    let end = endAfter(START_MS)
    let isReady = false
    program.on('error', reject)
    program.on('message', (message: 'ready' | MadeImage | MakeRefusal) => {
      if (message !== 'ready') return resolve(message)
      isReady = true
      clearTimeout(end)
      end = endAfter(patienceMs)
      program.send({ original, memoryBytes }, error => error && reject(error))
    })
    program.on('exit', (code, signal) => {
      clearTimeout(end)
      // After an answer this changes nothing.
      if (isReady) resolve(code === TOO_MUCH_MEMORY ? 'image.tooLarge' : 'image.unreadable')
      else reject(new Error(`The program for images did not start (${code ?? signal})`))
    })
  })
}
