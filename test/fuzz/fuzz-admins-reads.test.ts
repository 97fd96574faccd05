import { expect, test } from 'vitest'
import { openFuzzing, getOperations, TIMEOUT_MS } from './fuzzing.ts'

const faultOf = openFuzzing()

test.each(getOperations('that admins read'))(
  '$id responds to any input as documented in OpenAPI',
  async operation => {
    expect(await faultOf(operation)).toBeUndefined()
  },
  TIMEOUT_MS,
)
