import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** The contents of a test runner's report file, or undefined when there is none. */
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
  // A file that failed to load counts as one failure, although it has no failed test.
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

const MAX_LINES = 12

/** The failed browser tests and the beginning of their errors: where only the end of an output is kept, it has the reason. */
export function playwrightFailures(path) {
  const failures = []
  const visit = ({ suites = [], specs = [] }) => {
    suites.forEach(visit)
    for (const { title, file, tests } of specs)
      for (const { errors } of tests.flatMap(test => test.results))
        for (const { message = '' } of errors)
          failures.push(
            [`${file}: ${title}`, ...stripVTControlCharacters(message).split('\n').slice(0, MAX_LINES)].join('\n    '),
          )
  }
  visit(readReport(path) ?? {})
  return failures
}

/** @returns {{ passed: number, failed: number } | undefined} */
export const faultCounts = path => readReport(path)

/** @returns {{ passed: number, failed: number, skipped?: number } | undefined} */
export const packageCounts = path => readReport(path)
