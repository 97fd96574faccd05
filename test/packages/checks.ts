import { writeFileSync } from 'node:fs'

/** Named checks of a program that can't be a unit test: prints each, and counts them for `npm run test:full`. */
export class Checks {
  readonly #began = performance.now()
  #passed = 0
  #failed = 0

  expect(what: string, isTrue: boolean, otherwise = ''): void {
    if (isTrue) this.#passed++
    else this.#failed++
    console.log(
      `${isTrue ? 'ok  ' : 'FAIL'} ${this.#seconds()} ${what}${isTrue || otherwise === '' ? '' : `\n${otherwise}`}`,
    )
  }

  note(what: string): void {
    console.log(`     ${this.#seconds()} ${what}`)
  }

  /** Writes the counts for scripts/test-counts.mjs; returns the exit code. */
  end(countsFile: string | undefined): number {
    const counts = { passed: this.#passed, failed: this.#failed }
    if (countsFile !== undefined) writeFileSync(countsFile, JSON.stringify(counts))
    console.log(`${counts.passed} passed, ${counts.failed} failed`)
    return counts.failed > 0 ? 1 : 0
  }

  #seconds = () => `${((performance.now() - this.#began) / 1000).toFixed(1).padStart(6)} s`
}
