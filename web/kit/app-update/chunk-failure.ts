import { mayReload } from '#web/kit/api/reload-guard.ts'

const TIMEOUT_MS = 120_000
const RELOADED_AT_KEY = 'chunk-reload-at'
const MIN_RELOAD_INTERVAL_MS = 30_000

let isReloading = false

/** One reload may help; a second within half a minute would only start a loop. */
function claimReload(now: number): boolean {
  try {
    const lastMs = Number(sessionStorage.getItem(RELOADED_AT_KEY))
    if (now - lastMs < MIN_RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(RELOADED_AT_KEY, String(now))
    return true
  } catch {
    // Reloads can't be counted here, so the page is not reloaded.
    return false
  }
}

/** The cached files may be the broken ones. The worker is removed too and registered again after the reload. */
async function clearCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map(name => caches.delete(name)))
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.unregister()
}

/**
 * Handles a part of the app that could not be loaded, such as one of a version that the server no longer has: clears the caches
 * and reloads the page, but never without a network, during a payment or twice in half a minute. Returns whether the page is
 * about to reload.
 */
export function recoverFromChunkFailure(): boolean {
  if (isReloading) return true
  if (!navigator.onLine || !mayReload() || !claimReload(Date.now())) return false
  isReloading = true
  void clearCaches()
    .catch(() => undefined)
    .then(() => location.reload())
  return true
}

/** Loads a part of the app. A part that does not arrive within two minutes counts as failed. */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A part of the app did not load in time')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    // The page stays unchanged until it reloads.
    if (recoverFromChunkFailure()) return await new Promise<never>(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Covers imports outside `loadChunk`, such as the background tasks. */
export function watchChunkFailures(): void {
  addEventListener('vite:preloadError', () => void recoverFromChunkFailure())
}
