/** Where a person allows notifications again: each kind of browser keeps that elsewhere. */
export const BLOCKED_IN = ['iphone', 'installed', 'samsung', 'firefox', 'safari', 'other'] as const
export type BlockedIn = (typeof BLOCKED_IN)[number]

/** By what the browser says of itself. `isStandalone`: it stands on the home screen, like an app. */
export function blockedIn({ userAgent, isStandalone }: { userAgent: string; isStandalone: boolean }): BlockedIn {
  if (/iPhone|iPad|iPod|PWAShell/.test(userAgent)) return 'iphone'
  if (isStandalone && userAgent.includes('Android')) return 'installed'
  if (userAgent.includes('SamsungBrowser')) return 'samsung'
  if (userAgent.includes('Firefox')) return 'firefox'
  return userAgent.includes('Macintosh') && !/Chrome|Edg|OPR/.test(userAgent) ? 'safari' : 'other'
}
