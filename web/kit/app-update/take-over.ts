import { reloadWhenAllowed } from '#web/kit/api/reload-guard.ts'

const FALLBACK_MS = 4000

/**
 * Activates the waiting worker and reloads once it is active: after 4 s at the latest, at once when it can't activate. A payment
 * that was begun meanwhile delays the reload.
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
