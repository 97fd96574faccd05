import { reloadWhenAllowed } from '#web/kit/api/reload-guard.ts'

const FALLBACK_MS = 4000

/**
 * Lets the waiting worker take over, and reloads once it has: after 4 s at the latest, at once when it can't. A payment
 * that was begun meanwhile is waited for.
 */
export function takeOver(worker: Pick<ServiceWorker, 'state' | 'postMessage' | 'addEventListener'>): void {
  let isDone = false
  const reload = () => {
    if (isDone) return
    isDone = true
    reloadWhenAllowed()
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload)
  worker.addEventListener('statechange', () => {
    if (worker.state === 'redundant') reload()
  })
  setTimeout(reload, FALLBACK_MS)
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's takes none
    worker.postMessage({ type: 'SKIP_WAITING' })
  } catch {
    reload()
  }
}
