import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,web,test,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**'],
    // Of two processors Vitest would use one: tests that wait for a terminal let others go on, two more too.
    maxWorkers: 4,
    globalSetup: ['test/global-database.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
