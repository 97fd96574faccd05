import { expect, test } from 'vitest'
import { blockedIn } from './subscription-form.tsx'
import { pushWay } from './use-subscription.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const APP = IPHONE.replace('Safari/604.1', 'PWAShell')
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const nothing = { cookies: '', isStandalone: false, hasWebPush: false, permission: undefined } as const
const able = { cookies: '', isStandalone: false, hasWebPush: true, permission: 'default' } as const

test('a browser that supports web push uses it', () => {
  expect(pushWay({ userAgent: ANDROID, ...able })).toBe('webpush')
  expect(pushWay({ userAgent: ANDROID, ...able, permission: 'granted' })).toBe('webpush')
  expect(pushWay({ userAgent: IPHONE, ...able, isStandalone: true })).toBe('webpush')
})

test('a browser with blocked or unsupported notifications reports it', () => {
  expect(pushWay({ userAgent: ANDROID, ...able, permission: 'denied' })).toBe('denied')
  expect(pushWay({ userAgent: ANDROID, ...nothing })).toBe('unsupported')
  expect(pushWay({ userAgent: IPHONE, ...nothing, isStandalone: true })).toBe('unsupported')
})

test('Safari on an iPhone requires the app on the home screen first', () => {
  expect(pushWay({ userAgent: IPHONE, ...nothing })).toBe('installFirst')
  expect(pushWay({ userAgent: IPHONE.replace('Version/18.5', 'CriOS/140.0'), ...nothing })).toBe('unsupported')
})

test.each(['app-platform=iOS App Store', 'a=b; app-platform=iOS App Store; c=d', 'app-platform=iOS%20App%20Store'])(
  'the cookie “%s” identifies the iOS app',
  cookies => expect(pushWay({ userAgent: APP, ...nothing, cookies })).toBe('app'),
)

test.each(['', 'app-platform=ios/ipados', 'app-platform=iOS App Store 2', 'my-app-platform=iOS App Store'])(
  'in the iOS app with the cookie “%s” notifications count as blocked',
  cookies => expect(pushWay({ userAgent: APP, ...nothing, cookies })).toBe('denied'),
)

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [IPHONE, true, 'iphone'],
  [APP, false, 'iphone'],
  [ANDROID, false, 'other'],
  [ANDROID, true, 'installed'],
  [`${ANDROID} SamsungBrowser/28.0`, false, 'samsung'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', false, 'firefox'],
  [`${MAC} Version/18.5 Safari/605.1.15`, false, 'safari'],
  [`${MAC} Chrome/140.0.0.0 Safari/537.36`, false, 'other'],
])('the hint on how to unblock notifications fits the browser: %s', (userAgent, isStandalone, place) => {
  expect(blockedIn({ userAgent, isStandalone })).toBe(place)
})
