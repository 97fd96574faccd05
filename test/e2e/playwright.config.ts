import { defineConfig } from '@playwright/test'
import { inTier } from '#test/tier.ts'
import { A_PHONE, launchOptions, lightLaunchOptions } from './browser-options.ts'
import { RESULTS_DIR } from './places.ts'
import type { ShopOf } from './test.ts'

/** The tag of tests that need a camera clip, or anything else that the light browser lacks. */
const IN_A_WHOLE_BROWSER = /@whole\b/
const CAMERA_SCREENS = 'every-camera-screen.test.ts'
const SCREENS = 'every-screen.test.ts'
const PICTURES = 'visual-baseline.test.ts'
/** The tag of tests that only the full tier runs: second and third variants of a journey (docs/developer/testing.md). */
const ONLY_FULL = /@full\b/
/** A project's own grepInvert replaces the global one. */
const omitted = inTier({ merge: [ONLY_FULL], full: [] })
const wholeBrowser = { launchOptions: launchOptions() }

/** The whole purchase in a real browser against the real server. No retries: a flaky test is a failing test. */
export default defineConfig<object, ShopOf>({
  testDir: '.',
  outputDir: RESULTS_DIR,
  globalSetup: './prepare.mjs',
  fullyParallel: false,
  // Two leave almost half of two processors idle: tests wait for pages, servers and terminals.
  workers: 3,
  retries: 0,
  grepInvert: omitted,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  // A worker that switches to another browser or shop must open both again: similar tests are grouped, the short ones last.
  projects: [
    { name: 'whole browser', grep: IN_A_WHOLE_BROWSER, use: wholeBrowser },
    {
      name: 'light browser',
      grepInvert: [IN_A_WHOLE_BROWSER, ...omitted],
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
    // Tests don't wait for animations.
    contextOptions: { reducedMotion: 'reduce' },
    // Each test's browser is new: its worker would fetch the whole app again. Tests of the worker allow it.
    serviceWorkers: 'block',
  },
})
