import type { BrowserContextOptions } from '@playwright/test'
import { findChromium, findLightChromium } from './find-chromium.ts'
import { CAMERA_CLIP } from './places.ts'

/** Playwright's own list, since Chromium heeds the last alone, and the pages of its tool bar, which nobody sees here. */
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

/** A lone browser in a container: no sandbox, no graphics card, no calls home. Its camera plays the clip of the goods. */
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

/** No page of a test lives so long that translating its scripts anew pays: that is a sixth of the work. */
const NO_OPTIMISERS = '--js-flags=--no-turbofan,--no-maglev'

/** For tests that need no camera's clip, nor what else belongs to a whole browser. */
export function lightLaunchOptions() {
  const { args, ...options } = launchOptions()
  return { ...options, args: [...args, NO_OPTIMISERS], executablePath: findLightChromium() }
}

/** A phone in Finland that reads English. */
export const A_PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'Europe/Helsinki',
} as const satisfies BrowserContextOptions
