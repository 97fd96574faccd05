// node bench/beside-slow-clients.ts http://127.0.0.1:3000 60: measures plain calls beside slow clients, one call every 20 ms.
import { setTimeout as sleep } from 'node:timers/promises'

const [address = 'http://127.0.0.1:3000', seconds = '60'] = process.argv.slice(2)
const PATHS = ['/api/languages', '/api/operator', '/readyz', '/']
const PAUSE_MS = 20
const TIMEOUT_MS = 10_000

const times: number[] = []
let failed = 0
async function call(path: string): Promise<void> {
  const began = performance.now()
  try {
    const answer = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    await answer.arrayBuffer()
    if (!answer.ok) failed += 1
  } catch {
    failed += 1
  }
  times.push(performance.now() - began)
}

const calls: Promise<void>[] = []
const end = performance.now() + Number(seconds) * 1000
for (let number = 0; performance.now() < end; number++) {
  calls.push(call(PATHS[number % PATHS.length] ?? '/'))
  await sleep(PAUSE_MS)
}
await Promise.all(calls)
const sorted = times.toSorted((a, b) => a - b)
const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
console.log(
  `${times.length} calls, ${failed} failed; p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, worst ${at(0.9999)} ms`,
)
