import { readFileSync } from 'node:fs'

/** What a test runner's report file says, or undefined when it wrote none. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** @returns {{ passed: number, failed: number, skipped: number } | undefined} */
export function vitestCounts(path) {
  const report = readReport(path)
  if (!report) return undefined
  // A file that could not even be loaded has failed, without a test that did.
  const unloaded = report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  const { numPassedTests: passed, numFailedTests, numPendingTests: skipped } = report
  return { passed, failed: numFailedTests + unloaded.length, skipped }
}

/** @returns {{ passed: number, failed: number, skipped: number } | undefined} */
export function playwrightCounts(path) {
  const report = readReport(path)
  if (!report) return undefined
  const { expected, flaky, unexpected, skipped } = report.stats
  return { passed: expected, failed: Math.max(unexpected + flaky, report.errors.length > 0 ? 1 : 0), skipped }
}

/** @returns {{ passed: number, failed: number } | undefined} */
export const faultCounts = path => readReport(path)
