import type { Lock } from './lock.ts'
import { codeAt } from './rotating-code.ts'

/** `isTold`: somebody was given the key for a keypad. */
export type KeypadKey = { key: Buffer; isTold: boolean }

// The keypad has every code already.
const isActive = async () => ({ status: 'active' }) as const

/** Codes by a clock of our own. The keypad counts them out by itself: nothing is sent to it, so nothing can be taken back either. */
export function rotatingLock(keyOf: (storeId: number) => Promise<KeypadKey | undefined>): Lock {
  return {
    async propose(storeId, at) {
      const found = await keyOf(storeId)
      return found && codeAt(found.key, at)
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
