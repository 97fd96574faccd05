import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { guidePages } from './scripts/vite/guide-pages.ts'

/** Files of one worker share the modules that they load, which were a sixth of the work: none mocks one, each puts back what it sets. */
const common = { isolate: false, testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

/** Small files that take long. */
const LONG = ['test/fuzz/', 'test/simulation/', 'scripts/start.test.ts', 'server/puoti.test.ts']

const isLong = ({ project, moduleId }: TestSpecification) =>
  LONG.some(path => moduleId.startsWith(join(project.config.root, path)))

/** Vitest starts with the largest files of each project; a long one at the end would leave all workers but one without work. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is Vitest's
    const sorted = await super.sort(files)
    const [others, long] = [sorted.filter(file => !isLong(file)), sorted.filter(isLong)]
    const at = others.findIndex(({ project }) => project.name === 'node')
    return others.toSpliced(at, 0, ...long)
  }
}

export default defineConfig({
  test: {
    // A third of the time of three workers both processors were idle: most tests wait for a terminal or the database.
    maxWorkers: 5,
    sequence: { sequencer: LongFirst },
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
