import { defineConfig } from '@playwright/test'
import { A_PHONE, launchOptions, lightLaunchOptions } from './browser-options.ts'
import { RESULTS_DIR } from './places.ts'
import type { ShopOf } from './test.ts'
import { isFullTier } from '#test/tier.ts'

/** The tag of tests that need the clip of a camera, or what else a light browser lacks. */
const IN_A_WHOLE_BROWSER = /@whole\b/
const CAMERA_SCREENS = 'every-camera-screen.test.ts'
const SCREENS = 'every-screen.test.ts'
const PICTURES = 'visual-baseline.test.ts'
/** The tag of tests that only the full tier runs: second and third variants of a journey (docs/testing.md). */
const ONLY_FULL = /@full\b/
/** A project's own list takes the place of the whole run's. */
const leftOut = isFullTier ? [] : [ONLY_FULL]
const wholeBrowser = { launchOptions: launchOptions() }

/** The whole purchase in a real browser against the real server. None is tried twice: a flaky test is a failing test. */
export default defineConfig<object, ShopOf>({
  testDir: '.',
  outputDir: RESULTS_DIR,
  globalSetup: './prepare.mjs',
  fullyParallel: false,
  // As many as the machine it is meant for has processors: a third makes each slower, and all of them later.
  workers: 2,
  retries: 0,
  grepInvert: leftOut,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  // Whoever comes to another browser or shop than the test before has to open both anew: alike stand together, the short ones last.
  projects: [
    { name: 'whole browser', grep: IN_A_WHOLE_BROWSER, use: wholeBrowser },
    {
      name: 'light browser',
      grepInvert: [IN_A_WHOLE_BROWSER, ...leftOut],
      testIgnore: [CAMERA_SCREENS, SCREENS, PICTURES],
    },
    { name: 'camera screens', testMatch: CAMERA_SCREENS, use: { ...wholeBrowser, shopOf: 'screens' } },
    { name: 'screens', testMatch: SCREENS, use: { shopOf: 'screens' } },
    { name: 'pictures', testMatch: PICTURES, use: { ...wholeBrowser, shopOf: 'pictures' } },
  ],
  use: {
    ...A_PHONE,
    browserName: 'chromium',
    launchOptions: lightLaunchOptions(),
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A trace of each test would be a quarter of the work: `npx playwright test --trace on FILE` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Nothing is waited for that only moves.
    contextOptions: { reducedMotion: 'reduce' },
    // Each test's browser is new: it would fetch the whole app anew for later. Tests of that allow it.
    serviceWorkers: 'block',
  },
})
