import { installWay } from '#web/kit/install/install-way.ts'

/**
 * How notifications reach this browser: by web push, through the iOS app, only once the app is on the home screen, or not at
 * all, since they are blocked or unsupported.
 */
export type PushWay = 'webpush' | 'app' | 'installFirst' | 'denied' | 'unsupported'

export type PushFacts = {
  userAgent: string
  /** In the format of document.cookie. */
  cookies: string
  isStandalone: boolean
  /** Service workers, push and notifications. */
  hasWebPush: boolean
  /** The browser's permission for the shop; undefined where notifications aren't supported. */
  permission: NotificationPermission | undefined
}

// The wrapper's browser has no web push; its cookie shows that the app provides its own token.
const APP_COOKIE = /(?:^|;\s*)app-platform=iOS(?: |%20|\+)App(?: |%20|\+)Store(?:;|$)/
const APP_BROWSER = /PWAShell/

export function pushWay({ userAgent, cookies, isStandalone, hasWebPush, permission }: PushFacts): PushWay {
  if (APP_COOKIE.test(cookies)) return 'app'
  if (APP_BROWSER.test(userAgent)) return 'denied'
  // Safari on an iPhone supports push only for apps on the home screen.
  if (!hasWebPush)
    return installWay({ userAgent, isStandalone, hasPrompt: false }) === 'iphone' ? 'installFirst' : 'unsupported'
  return permission === 'denied' ? 'denied' : 'webpush'
}
