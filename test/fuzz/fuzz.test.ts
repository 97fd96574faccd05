import { expect, test } from 'vitest'
import { openFuzzing, listOperations, TIMEOUT_MS } from './fuzzing.ts'

const findFault = openFuzzing()

test.each(listOperations('of shoppers'))(
  '$id responds to any input as documented in OpenAPI',
  async operation => {
    expect(await findFault(operation)).toBeUndefined()
  },
  TIMEOUT_MS,
)
