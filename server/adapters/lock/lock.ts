import type { LockFinding } from '#domain/stores/lock-health.ts'

/**
 * A code that somebody is to have: chosen and written down before the lock hears of it, so that a crash in between leaves
 * nothing at the lock that nobody knows of. `name`: what the lock calls it, unique there, at most 20 characters.
 */
export type AskedCode = { storeId: number; name: string; code: string; from: Date; until: Date }

/** `logName`: how the lock's own log tells this code apart, where that is not the name which the lock is given for it. */
export type ProposedCode = { code: string; until: Date; logName?: string }

/** `taken`: somebody has these digits on this lock already; others will do. */
export type CodeFault = LockFinding | 'taken'

/** `active`: the lock itself has it, and the shopper may see it. `pending`: it may yet; `why` is what keeps it, if anything is known. */
export type CodeState =
  | { status: 'active' }
  | { status: 'pending'; why?: CodeFault }
  | { status: 'failed'; why: CodeFault }

/**
 * `absent`: the lock does not have it. `asked`: it was told to forget it; look again. `lapses`: it can't be taken back, and
 * ends by itself with its time. `failed`: the lock could not be told.
 */
export type Revoking = { status: 'absent' | 'asked' | 'lapses' } | { status: 'failed'; why: LockFinding }

export type LockHealth = { code: LockFinding; detail: string }

/** The lock of a store's door. Nothing of what a network may do is thrown, and no code is in anything that may be logged. */
export type Lock = {
  /**
   * A code that the store's lock could take at this moment, different from the living codes in `taken`, and its end. Calls
   * nothing. Undefined: the lock is not set up.
   */
  propose: (storeId: number, at: Date, taken: readonly string[]) => Promise<ProposedCode | undefined>
  issueCode: (asked: AskedCode) => Promise<CodeState>
  /** Whether the lock has it by now. */
  state: (asked: AskedCode) => Promise<CodeState>
  /** Ends it early. May be called for what was never issued, and any number of times. */
  revoke: (asked: AskedCode) => Promise<Revoking>
  /** Whether a code could be issued now. */
  health: (storeId: number) => Promise<LockHealth>
}

/** The kinds of locks by the name in a store's row. */
export type Locks = { byProvider: (provider: string) => Lock | undefined }
