import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serialQueue } from '#server/platform/workers/concurrency.ts'
import type { MadeImage, MakeRefusal } from './resize-image.ts'

const IMAGE_PROGRAM = fileURLToPath(new URL('image-program.ts', import.meta.url))
const START_MS = 10_000
/** The exit code of the program when it uses too much memory: image-program.ts. */
const TOO_MUCH_MEMORY = 3
/** Each request holds its original in memory while it waits. */
const MAX_WAITING = 8

/** A JPEG of the largest size needs a second and half of this memory. */
const PROCESS_LIMITS = { patienceMs: 10_000, memoryBytes: 500_000_000 }
type ProcessLimits = typeof PROCESS_LIMITS

/** `busy`: too many others are waiting. */
type ProcessResult = MadeImage | MakeRefusal | 'busy'
export type ProcessImage = (original: Buffer) => Promise<ProcessResult>

/** Processes one image at a time: the shop sells on the same machine. */
export function imageProcessor(limits: Partial<ProcessLimits> = {}): ProcessImage {
  const enqueue = serialQueue(MAX_WAITING)
  return original => enqueue(() => inOwnProgram(original, { ...PROCESS_LIMITS, ...limits }))
}

/** Kills a program that does not end, and refuses an image that crashed its program. */
function inOwnProgram(original: Buffer, { patienceMs, memoryBytes }: ProcessLimits): Promise<MadeImage | MakeRefusal> {
  return new Promise((resolve, reject) => {
    // The program gets no environment variables of the server.
    const program = fork(IMAGE_PROGRAM, { execArgv: [], env: {}, serialization: 'advanced', stdio: 'ignore' })
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
      // After a result this changes nothing.
      if (isReady) resolve(code === TOO_MUCH_MEMORY ? 'image.tooLarge' : 'image.unreadable')
      else reject(new Error(`The program for images did not start (${code ?? signal})`))
    })
  })
}
