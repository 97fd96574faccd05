import { useEffect, useState } from 'react'
import { HOUR_MS } from '#domain/durations.ts'
import { useMayReload, reloadWhenAllowed } from '#web/kit/api/reload-guard.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

const NOTICE_ID = 'new-version'

/** Starts the service worker, which caches the app for use without a network, and offers a new version; not during a payment. */
export function useAppUpdate(): void {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const [waiting, setWaiting] = useState<ServiceWorker>()
  const mayReload = useMayReload()
  useEffect(() => void startWorker(setWaiting), [])
  useEffect(() => {
    if (!waiting || !mayReload) return undefined
    const action = { label: t('updater.refresh'), onAct: () => activateWorker(waiting) }
    notify({ id: NOTICE_ID, severity: 'success', text: t('updater.newVersionAvailable'), persist: true, action })
    return () => dismiss(NOTICE_ID)
  }, [waiting, mayReload, t, notify, dismiss])
}

const WORKER_URL = '/service-worker.js'

/** Calls back when a worker of a newer version than the page's is ready. */
function watchWaiting(registration: ServiceWorkerRegistration, onWaiting: (worker: ServiceWorker) => void): void {
  const reportInstalled = (worker: ServiceWorker | null) => {
    // Without a controller this is the first worker ever: nothing is outdated.
    if (worker?.state === 'installed' && navigator.serviceWorker.controller) onWaiting(worker)
  }
  reportInstalled(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => reportInstalled(worker))
  })
}

/** A phone may return to the app after days; a kiosk never leaves it, so it checks every hour. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  const update = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) void registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', update)
  addEventListener('pageshow', update)
  setInterval(update, HOUR_MS)
}

/** Registers the service worker of the built app and makes it cache what can wait. Does nothing in browsers without workers. */
async function startWorker(onWaiting: (worker: ServiceWorker) => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register(WORKER_URL, { updateViaCache: 'none' })
    // Some browsers return nothing where workers are disabled.
    if (!registration) return
    watchWaiting(registration, onWaiting)
    checkForUpdates(registration)
    const { active } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's takes none
    active?.postMessage('KEEP_LATER')
  } catch {
    // Fails in private windows and on full disks: the app then needs a network.
  }
}

const FALLBACK_MS = 4000

/**
 * Activates the waiting worker and reloads once it is active: after 4 s at the latest, at once when it can't activate. A payment
 * that was begun meanwhile delays the reload.
 */
export function activateWorker(worker: Pick<ServiceWorker, 'state' | 'postMessage' | 'addEventListener'>): void {
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
