import { useEffect } from 'react'
import { useAppUpdate } from '#web/features/app-update/use-app-update.ts'
import { useKeptStorage } from '#web/features/install/use-kept-storage.ts'
import { useUnreadableWork } from '#web/features/storage/use-unreadable-work.ts'
import { useGonePerson } from '#web/features/subscriptions/use-gone-person.ts'
import { useOpenedLinks } from '#web/features/subscriptions/use-opened-links.ts'
import { reportVitals } from '#web/features/web-vitals/report-vitals.ts'

/** What goes on beside the pages. It is fetched when the first of them stands. */
export function Background() {
  useAppUpdate()
  useKeptStorage()
  useUnreadableWork()
  useGonePerson()
  useOpenedLinks()
  useEffect(() => void reportVitals(), [])
  return null
}
