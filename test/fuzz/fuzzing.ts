import { afterAll, beforeAll } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { inTier } from '#test/tier.ts'
import { documentedOperations, type DocumentedOperation } from './document.ts'
import { fuzz } from './fuzz.ts'
import { stayOnThisMachine } from './loopback-only.ts'
import { openFuzzWorld, type FuzzWorld } from './world.ts'

/** The same calls in every run of a tier; `npm run fuzz` uses a random seed. */
const SEED = 4711
const CASES = inTier({ merge: 6, full: 200 })
export const TIMEOUT_MS = 300_000

/** One file per part, so that the files run in parallel on the machine's processors. */
export type Part = 'of shoppers' | 'that admins read' | 'that admins change'

const getPart = ({ access, method }: DocumentedOperation): Part =>
  access !== 'admin' ? 'of shoppers' : method === 'GET' ? 'that admins read' : 'that admins change'

export const listOperations = (part: Part): DocumentedOperation[] =>
  documentedOperations().filter(operation => getPart(operation) === part)

/** Opens a shop for the tests of a file; returns a function that resolves to the fault of an operation, or undefined. */
export function openFuzzing(): (operation: DocumentedOperation) => Promise<string | undefined> {
  let database: DatabaseHandle
  let world: FuzzWorld
  let reachOthersAgain: () => void
  beforeAll(async () => {
    reachOthersAgain = stayOnThisMachine()
    database = await testDatabase()
    world = await openFuzzWorld(database)
  })
  afterAll(async () => {
    await world.close()
    await database.close()
    reachOthersAgain()
  })
  return async operation => (await fuzz(world, operation, { seed: SEED, cases: CASES })).fault
}
