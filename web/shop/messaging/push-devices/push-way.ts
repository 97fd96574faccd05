import { installWay } from '#web/kit/install/install-way.ts'

/**
 * How notifications come to this browser: by web push, through the iOS app, only once the app stands on the home screen, or
 * not at all, since they are blocked or unknown to it.
 */
export type PushWay = 'webpush' | 'app' | 'installFirst' | 'denied' | 'unsupported'

export interface PushFacts {
  userAgent: string
  /** As document.cookie has them. */
  cookies: string
  isStandalone: boolean
  /** Service workers, push and notifications. */
  hasWebPush: boolean
  /** What the browser lets the shop do; undefined where it knows no notifications. */
  permission: NotificationPermission | undefined
}

// The wrapper's browser knows no web push; by the cookie it says that it hands over its own token.
const APP_COOKIE = /(?:^|;\s*)app-platform=iOS(?: |%20|\+)App(?: |%20|\+)Store(?:;|$)/
const APP_BROWSER = /PWAShell/

export function pushWay({ userAgent, cookies, isStandalone, hasWebPush, permission }: PushFacts): PushWay {
  if (APP_COOKIE.test(cookies)) return 'app'
  if (APP_BROWSER.test(userAgent)) return 'denied'
  // Safari on an iPhone has push for apps on the home screen alone.
  if (!hasWebPush)
    return installWay({ userAgent, isStandalone, hasPrompt: false }) === 'iphone' ? 'installFirst' : 'unsupported'
  return permission === 'denied' ? 'denied' : 'webpush'
}
