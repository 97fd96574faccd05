/**
 * What a lock, or the way to it, says. `ready`: it can take a code now; `batteryLow`: it can, and wants new batteries.
 * `refused`: our token is not taken; `unknownLock`: the token is, but knows no such lock; `invalid`: it takes no such code.
 */
export const LOCK_FINDINGS = [
  'ready',
  'batteryLow',
  'offline',
  'unreachable',
  'timeout',
  'refused',
  'unknownLock',
  'invalid',
  'noKeypad',
  'busy',
  'notSetUp',
] as const
export type LockFinding = (typeof LOCK_FINDINGS)[number]

/** Whether a shopper can be given a code. */
export const isUsable = (finding: LockFinding): boolean => finding === 'ready' || finding === 'batteryLow'
