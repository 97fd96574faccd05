/**
 * The state of a lock, or of the connection to it. `ready`: accepts codes; `batteryLow`: accepts codes, but needs new
 * batteries. `refused`: our token is rejected; `unknownLock`: the token has no such lock; `invalid`: the code is rejected.
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

/** Whether codes can be issued. */
export const isUsable = (finding: LockFinding): boolean => finding === 'ready' || finding === 'batteryLow'
