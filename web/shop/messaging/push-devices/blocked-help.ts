/** Where a user allows notifications again: each kind of browser has its own place. */
export const BLOCKED_IN = ['iphone', 'installed', 'samsung', 'firefox', 'safari', 'other'] as const
export type BlockedIn = (typeof BLOCKED_IN)[number]

/** By the user agent. `isStandalone`: the app runs from the home screen. */
export function blockedIn({ userAgent, isStandalone }: { userAgent: string; isStandalone: boolean }): BlockedIn {
  if (/iPhone|iPad|iPod|PWAShell/.test(userAgent)) return 'iphone'
  if (isStandalone && userAgent.includes('Android')) return 'installed'
  if (userAgent.includes('SamsungBrowser')) return 'samsung'
  if (userAgent.includes('Firefox')) return 'firefox'
  return userAgent.includes('Macintosh') && !/Chrome|Edg|OPR/.test(userAgent) ? 'safari' : 'other'
}
