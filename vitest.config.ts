import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,web,test,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**'],
    // Of two processors Vitest would use one: tests that wait for a terminal let others go on, a third one too.
    maxWorkers: 3,
    // Files of one worker share the modules that they load, which were a sixth of the work: none mocks one, each puts back what it sets.
    isolate: false,
    globalSetup: ['test/global-database.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
