import { expect, test } from 'vitest'
import { openFuzzing, operationsOf, TIMEOUT_MS } from './fuzzing.ts'

const faultOf = openFuzzing()

test.each(operationsOf('of shoppers'))(
  '$id answers whatever it is sent as the document says',
  async operation => {
    expect(await faultOf(operation)).toBeUndefined()
  },
  TIMEOUT_MS,
)
