const WORKER_URL = '/service-worker.js'
const HOUR_MS = 3_600_000

/** Calls back when a worker of a newer version than the page's stands ready. */
function watchWaiting(registration: ServiceWorkerRegistration, onWaiting: (worker: ServiceWorker) => void): void {
  const tell = (worker: ServiceWorker | null) => {
    // Without a controller this is the first worker ever: nothing is out of date.
    if (worker?.state === 'installed' && navigator.serviceWorker.controller) onWaiting(worker)
  }
  tell(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => tell(worker))
  })
}

/** A phone that comes back to the app may have been away for days; a kiosk never goes away. */
function askForUpdates(registration: ServiceWorkerRegistration): void {
  const ask = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) void registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  addEventListener('pageshow', ask)
  setInterval(ask, HOUR_MS)
}

/** Registers the service worker of the built app, and has it fetch what can wait. Browsers without one do without. */
export async function startWorker(onWaiting: (worker: ServiceWorker) => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register(WORKER_URL, { updateViaCache: 'none' })
    // Where workers are switched off, some browsers answer nothing.
    if (!registration) return
    watchWaiting(registration, onWaiting)
    askForUpdates(registration)
    const { active } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's takes none
    active?.postMessage('KEEP_LATER')
  } catch {
    // Private windows and full disks refuse: the app then needs a network.
  }
}
