import { expect } from 'vitest'

/** Expects status 200; a failure shows the body, which has the reason. */
export const expectSuccess = ({ status, body }: { status: number; body: unknown }) =>
  expect([status, body]).toEqual([200, body])
