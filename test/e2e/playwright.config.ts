import { defineConfig } from '@playwright/test'
import { A_PHONE, lightLaunchOptions } from './browser-options.ts'
import { RESULTS_DIR } from './places.ts'

/**
 * The whole purchase in a real browser against the real server. One more try, since a machine that does much else at the
 * same time starves cameras and spreads a scanner's burst of keys; the list names who needed it as flaky.
 */
export default defineConfig({
  testDir: '.',
  outputDir: RESULTS_DIR,
  globalSetup: './prepare.mjs',
  fullyParallel: false,
  // Two more than the processors of the machine it is meant for: tests also wait.
  workers: 4,
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...A_PHONE,
    browserName: 'chromium',
    launchOptions: lightLaunchOptions(),
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // Taken all along, it would be a quarter of the work of the tests; who fails once is traced at the second try.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: true, sources: true },
    screenshot: 'only-on-failure',
    // Each test's browser is new: it would fetch the whole app anew for later. Tests of that allow it.
    serviceWorkers: 'block',
  },
})
