import { describe, expect, test } from 'vitest'
import fi from '#web/kit/i18n/locales/fi.json'
import { installWay } from './install-way.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const CHROME_ON_IPHONE = SAFARI.replace('Version/18.5', 'CriOS/140.0')
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

describe('the way to install the app', () => {
  test('is the browser’s prompt if there is one', () => {
    expect(installWay({ userAgent: ANDROID, isStandalone: false, hasPrompt: true })).toBe('prompt')
  })

  test('is a guide in Safari on an iPhone', () => {
    expect(installWay({ userAgent: SAFARI, isStandalone: false, hasPrompt: false })).toBe('iphone')
  })

  test.each([
    ['another browser on an iPhone', CHROME_ON_IPHONE],
    ['a browser that has not asked', ANDROID],
  ])('is none in %s', (_, userAgent) => {
    expect(installWay({ userAgent, isStandalone: false, hasPrompt: false })).toBe('none')
  })

  test('is none once the app is installed', () => {
    expect(installWay({ userAgent: SAFARI, isStandalone: true, hasPrompt: false })).toBe('none')
    expect(installWay({ userAgent: ANDROID, isStandalone: true, hasPrompt: true })).toBe('none')
  })
})

test('in Finnish each system’s home screen has the name that its own menu uses', () => {
  const { install, subscriptions } = fi
  const onIphone = [install.acceptOnIphone, install.textOnIphone, install.guideTitle, install.steps.addToHome]
  for (const text of [...onIphone, subscriptions.installFirst]) expect(text).toMatch(/Koti-valikkoon/)
  for (const text of [install.accept, install.text]) expect(text).toMatch(/aloitusnäytölle/)
})
