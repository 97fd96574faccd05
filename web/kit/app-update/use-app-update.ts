import { useEffect, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useMayReload } from '#web/kit/api/reload-guard.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { takeOver } from './take-over.ts'
import { startWorker } from './worker-registration.ts'

const NOTICE = 'new-version'

/** Starts the service worker, which caches the app for use without a network, and offers a new version; not during a payment. */
export function useAppUpdate(): void {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const [waiting, setWaiting] = useState<ServiceWorker>()
  const mayReload = useMayReload()
  useEffect(() => void startWorker(setWaiting), [])
  useEffect(() => {
    if (!waiting || !mayReload) return undefined
    const action = { label: t('updater.refresh'), onAct: () => takeOver(waiting) }
    notify({ id: NOTICE, severity: 'success', text: t('updater.newVersionAvailable'), persist: true, action })
    return () => dismiss(NOTICE)
  }, [waiting, mayReload, t, notify, dismiss])
}
