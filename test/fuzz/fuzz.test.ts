import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/db/connect.ts'
import { testDatabase } from '#test/database.ts'
import { documentedOperations } from './document.ts'
import { fuzz } from './fuzz.ts'
import { stayOnThisMachine } from './loopback-only.ts'
import { openFuzzWorld, type FuzzWorld } from './world.ts'

/** The same calls in every run, as many as half a minute of a machine has room for; `npm run fuzz` looks for others. */
const SEED = 4711
const CASES = 40
const TIMEOUT_MS = 120_000

let database: DatabaseHandle
let world: FuzzWorld
beforeAll(async () => {
  stayOnThisMachine()
  database = await testDatabase()
  world = await openFuzzWorld(database)
})
afterAll(async () => {
  await world.app.close()
  await database.close()
})

test.each(documentedOperations())(
  '$id answers whatever it is sent as the document says',
  async operation => {
    const { fault } = await fuzz(world, operation, { seed: SEED, cases: CASES })
    expect(fault).toBeUndefined()
  },
  TIMEOUT_MS,
)
