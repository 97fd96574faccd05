import { useEffect } from 'react'
import { onPersonGone } from '#web/kit/session/person-gone.ts'
import { endBrowserSubscription } from './browser-device.ts'

/** Whoever logs out takes the notifications along: the next person at this browser chooses anew. */
export function useGonePerson(): void {
  useEffect(() => onPersonGone(() => void endBrowserSubscription()), [])
}
