import type { BrowserContextOptions } from '@playwright/test'
import { findChromium, findLightChromium } from './find-chromium.ts'
import { CAMERA_CLIP } from './places.ts'

/**
 * Playwright's own list, because Chromium applies only the last such argument, plus the preloaded pages of its toolbar, which are
 * never visible here.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'PreloadTopChromeWebUI',
]

/**
 * Options for a browser in a container: no sandbox, no graphics card, no background requests. Its camera plays the clip of the
 * goods.
 */
export const launchOptions = () => ({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${FEATURES_OFF.join(',')}`,
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${CAMERA_CLIP}`,
  ],
})

/** A test's pages are too short-lived for optimised compilation to pay off: it is a sixth of the work. */
const NO_OPTIMISERS = '--js-flags=--no-turbofan,--no-maglev'

/** For tests that need neither a camera clip nor the other features of a whole browser. */
export function lightLaunchOptions() {
  const { args, ...options } = launchOptions()
  return { ...options, args: [...args, NO_OPTIMISERS], executablePath: findLightChromium() }
}

/** A phone in Finland, set to English. */
export const A_PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'Europe/Helsinki',
} as const satisfies BrowserContextOptions
