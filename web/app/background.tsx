import { useEffect } from 'react'
import { useUnreadableWork } from '#web/kit/api/unreadable-work.ts'
import { useAppUpdate } from '#web/kit/app-update/use-app-update.ts'
import { usePersistentStorage } from '#web/kit/install/persistent-storage.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { startRipples } from '#web/kit/ui/ripples.ts'
import { reportVitals } from '#web/kit/web-vitals/report-vitals.ts'
import { useGonePerson } from '#web/shop/messaging/push-devices/browser-device.ts'
import { useOpenedLinks } from '#web/shop/messaging/push-devices/use-opened-links.ts'
import { RecallNotice } from '#web/shop/orders/recalls/recall-notice.tsx'

/** Someone who has chosen a store will scan: the basket then opens, and reads codes, without waiting for files. */
function useReadyBasket(): void {
  const hasStore = useSession().user?.activeStoreId != null
  useEffect(() => {
    // Without a network, the basket itself shows the reason.
    if (hasStore) import('#web/shop/orders/basket/basket-page.tsx').catch(() => undefined)
  }, [hasStore])
}

/** Background tasks beside the pages. They are fetched after the first page is shown. */
export function Background() {
  useReadyBasket()
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
