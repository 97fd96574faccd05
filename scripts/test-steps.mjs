import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { runProgram } from './run-program.mjs'
import { toolEnvironment } from './runtime.mjs'
import { faultCounts, packageCounts, playwrightCounts, playwrightFailures, vitestCounts } from './test-counts.mjs'
import { buildWeb } from './web-build.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, output?: string }} Outcome
 * @typedef {{ name: string, run: (runtime: string) => Promise<Outcome> }} Step
 */

/**
 * Each thread of a type checker repeats the same type inference: beside another check, one thread takes half the processor time.
 * Collecting garbage takes a fifth of theirs: they do it only from 3 GiB on.
 */
const TYPE_CHECKER = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '3GiB' }

/** In two runs, because one would have both parts' types in memory. */
const LINT = ['--type-aware', '--deny-warnings']

/**
 * Independent checks, the longest first: CHECKS_AT_ONCE of them run at a time. The fault machine waits a third of its time;
 * most others keep one processor busy.
 * @type {Step[]}
 */
export const CHECKS = [
  { name: 'faults', run: runFaults },
  { name: 'lint: server', run: check('oxlint', [...LINT, '--ignore-pattern', 'web/**'], TYPE_CHECKER) },
  { name: 'lint: web', run: check('oxlint', [...LINT, 'web'], TYPE_CHECKER) },
  { name: 'web build', run: async runtime => asOutcome(await buildWeb(runtime)) },
  { name: 'format', run: check('oxfmt', ['--check']) },
  { name: 'types: server', run: check('tsc', ['-p', '.', '--checkers', '1'], TYPE_CHECKER) },
  { name: 'types: web', run: check('tsc', ['-p', 'web', '--checkers', '1'], TYPE_CHECKER) },
  { name: 'Chromium', run: async () => asOutcome(await ensureChromium()) },
  { name: 'import law', run: check('node', ['scripts/check-imports.ts']) },
  { name: 'names', run: check('node', ['scripts/check-names.ts']) },
  { name: 'API document', run: check('node', ['scripts/write-openapi.ts', '--check']) },
]

/** Run one after the other: each takes the whole machine, or the result of a check. @type {Step[]} */
export const RUNS = [
  { name: 'first load', run: check('node', ['scripts/check-bytes.ts']) },
  { name: 'tests', run: runVitest },
  { name: 'browser tests', run: runPlaywright },
  { name: 'package', run: runPackage },
]

/** A program that passes or fails as a whole. Its output is shown only when it fails. */
function check(program, args, env = {}) {
  return async runtime => asOutcome(await runProgram(program, args, { env: { ...toolEnvironment(runtime), ...env } }))
}

async function runVitest(runtime) {
  return withReport(async report => {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const run = await runProgram('vitest', args, { env: toolEnvironment(runtime), show: true })
    return withCounts(run, vitestCounts(report))
  })
}

async function runPlaywright(runtime) {
  return withReport(async report => {
    const args = ['test', '-c', 'test/e2e/playwright.config.ts', '--reporter=list,json']
    const env = { ...toolEnvironment(runtime), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const run = await runProgram('playwright', args, { env, show: true })
    for (const failure of playwrightFailures(report)) process.stdout.write(`\n${failure}\n`)
    return withCounts(run, playwrightCounts(report))
  })
}

/** One check for each invariant that must hold under all faults. */
async function runFaults(runtime) {
  return withReport(async report => {
    const args = ['test/faults/run.ts', '--counts', report]
    const run = await runProgram('node', args, { env: toolEnvironment(runtime) })
    return { ...withCounts(run, faultCounts(report)), output: run.output }
  })
}

/** The package in a new Debian: only in the full tier, and where the machine can make one. */
async function runPackage(runtime) {
  if (process.env.PUOTI_TIER !== 'full') return { passed: 0, failed: 0, skipped: 1 }
  return withReport(async report => {
    const args = ['test/packages/run.ts', '--counts', report]
    const run = await runProgram('node', args, { env: toolEnvironment(runtime), show: true })
    return withCounts(run, packageCounts(report))
  })
}

async function withReport(run) {
  const directory = mkdtempSync(join(tmpdir(), 'puoti-report-'))
  try {
    return await run(join(directory, 'report.json'))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A runner that failed without a failed test (an error outside of tests) counts as one failure. */
function withCounts(run, counts) {
  const { passed, failed, skipped = 0 } = counts ?? { passed: 0, failed: 0 }
  return { passed, failed: run.isOk ? failed : Math.max(failed, 1), skipped }
}

function asOutcome({ isOk, output }) {
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, output: isOk ? '' : output }
}
