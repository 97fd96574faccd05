import { useEffect } from 'react'
import { onPersonGone } from '#web/kit/session/remembered-user.ts'
import { endBrowserSubscription } from './browser-device.ts'

/** A logout ends the notifications: the next user of this browser chooses again. */
export function useGonePerson(): void {
  useEffect(() => onPersonGone(() => void endBrowserSubscription()), [])
}
