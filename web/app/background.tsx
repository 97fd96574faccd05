import { useEffect } from 'react'
import { useUnreadableWork } from '#web/kit/api/unreadable-work.ts'
import { useAppUpdate } from '#web/kit/app-update/use-app-update.ts'
import { usePersistentStorage } from '#web/kit/install/kept-storage.ts'
import { startRipples } from '#web/kit/ui/ripples.ts'
import { reportVitals } from '#web/kit/web-vitals/report-vitals.ts'
import { useGonePerson } from '#web/shop/messaging/push-devices/browser-device.ts'
import { useOpenedLinks } from '#web/shop/messaging/push-devices/use-opened-links.ts'
import { RecallNotice } from '#web/shop/orders/recalls/recall-notice.tsx'

/** Background tasks beside the pages. They are fetched after the first page is shown. */
export function Background() {
  useAppUpdate()
  usePersistentStorage()
  useUnreadableWork()
  useGonePerson()
  useOpenedLinks()
  useEffect(() => {
    startRipples()
    void reportVitals()
  }, [])
  return <RecallNotice />
}
