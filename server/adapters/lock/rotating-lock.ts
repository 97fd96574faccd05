import { randomInt } from 'node:crypto'
import type { Lock } from './lock.ts'
import { codeAt, MAX_CODE_NUMBER, numberOfCode } from './rotating-code.ts'

/** `isTold`: the key has been shown to an admin, for a keypad. */
export type KeypadKey = { key: Buffer; isTold: boolean }

// The keypad accepts every code without a request.
const isActive = async () => ({ status: 'active' }) as const

/**
 * A number for a new code, from 01 to 99, that no code in `taken` has. When all are in use (99 requests within a quarter of an
 * hour), two shoppers share one.
 */
function drawNumber(taken: readonly string[]): number {
  const used = new Set(taken.map(code => Number(numberOfCode(code))))
  const free = Array.from({ length: MAX_CODE_NUMBER }, (_, index) => index + 1).filter(number => !used.has(number))
  return free[randomInt(Math.max(1, free.length))] ?? randomInt(1, MAX_CODE_NUMBER + 1)
}

/** Codes that the keypad computes from its key and clock: nothing is sent to it, so codes can't be revoked. */
export function rotatingLock(keyOf: (storeId: number) => Promise<KeypadKey | undefined>): Lock {
  return {
    async propose(storeId, at, taken) {
      const found = await keyOf(storeId)
      if (!found) return undefined
      const proposed = codeAt(found.key, at, drawNumber(taken))
      return { ...proposed, logName: numberOfCode(proposed.code) }
    },
    issueCode: isActive,
    state: isActive,
    revoke: async () => ({ status: 'lapses' }),
    async health(storeId) {
      const found = await keyOf(storeId)
      if (!found) return { code: 'notSetUp', detail: 'no key' }
      return { code: found.isTold ? 'ready' : 'noKeypad', detail: found.isTold ? '' : 'its key was never asked for' }
    },
  }
}
