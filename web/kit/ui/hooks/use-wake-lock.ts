import { useEffect } from 'react'

/** Keeps the screen on while `isOn`. A hidden page loses the lock, so it is requested again when the page comes back. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    // Some browsers and plain http have no wake lock.
    if (!isOn || !('wakeLock' in navigator)) return undefined
    let isGone = false
    let lock: WakeLockSentinel | undefined
    const request = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        const sentinel = await navigator.wakeLock.request('screen')
        if (isGone) await sentinel.release()
        else lock = sentinel
      } catch {
        // Refused on a nearly empty battery.
      }
    }
    const onVisible = () => void request()
    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release().catch(() => undefined)
    }
  }, [isOn])
}
