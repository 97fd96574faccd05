import { defineConfig } from 'vitest/config'
import { guidePages } from './scripts/vite/guide-pages.ts'

/** Files of one worker share the modules that they load, which were a sixth of the work: none mocks one, each puts back what it sets. */
const common = { isolate: false, testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  test: {
    // Of two processors Vitest would use one: tests that wait for a terminal let others go on, a third one too.
    maxWorkers: 3,
    // Most of what tests allocate is short-lived: V8's default of 16 MB copies it again and again.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        // The palette searches the guide.
        plugins: [guidePages()],
        test: {
          ...common,
          name: 'node',
          include: ['{domain,contract,server,web,test,bench,scripts}/**/*.test.ts'],
          exclude: ['test/e2e/**'],
          globalSetup: ['test/database/global-database.ts'],
        },
      },
      {
        plugins: [guidePages()],
        test: { ...common, name: 'components', include: ['web/**/*.test.tsx'], environment: 'happy-dom' },
      },
    ],
  },
})
