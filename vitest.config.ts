import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,web,test,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**'],
    globalSetup: ['test/global-database.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
