import type { LockFinding } from '#domain/stores/lock-health.ts'

/**
 * A requested code: chosen and stored before it is sent to the lock, so that a crash in between leaves no unrecorded code in
 * the lock. `name`: the code's name in the lock, unique there, at most 20 characters.
 */
export type RequestedCode = { storeId: number; name: string; code: string; from: Date; until: Date }

/** `logName`: how the lock's own log identifies this code, if not by the code's name. */
export type ProposedCode = { code: string; until: Date; logName?: string }

/** `taken`: the lock already has a code with these digits; other digits would work. */
export type CodeFault = LockFinding | 'taken'

/** `active`: the lock has it, and the shopper may see it. `pending`: not yet; `why` is the known reason, if any. */
export type CodeState =
  | { status: 'active' }
  | { status: 'pending'; fault?: CodeFault }
  | { status: 'failed'; fault: CodeFault }

/**
 * `absent`: the lock does not have it. `asked`: removal was requested; check again. `lapses`: it can't be revoked and expires
 * at its time. `failed`: the request to the lock failed.
 */
export type RevokeResult = { status: 'absent' | 'asked' | 'lapses' } | { status: 'failed'; fault: LockFinding }

export type LockHealth = { code: LockFinding; detail: string }

/** The lock of a store's door. Network errors are not thrown, and nothing that may be logged contains a code. */
export type Lock = {
  /**
   * A code that the store's lock would accept at this moment, different from the active codes in `taken`, and its expiry.
   * Makes no request. Undefined: the lock is not set up.
   */
  propose: (storeId: number, at: Date, reserved: readonly string[]) => Promise<ProposedCode | undefined>
  issueCode: (request: RequestedCode) => Promise<CodeState>
  /** Whether the lock has the code by now. */
  state: (request: RequestedCode) => Promise<CodeState>
  /** Revokes the code early. May be called for a code that was never issued, and repeatedly. */
  revoke: (request: RequestedCode) => Promise<RevokeResult>
  /** Whether a code could be issued now. */
  health: (storeId: number) => Promise<LockHealth>
}

/** The kinds of locks by the name in a store's row. */
export type Locks = { byProvider: (provider: string) => Lock | undefined }

/** What an adapter needs whose locks are reached through a vendor's service. */
export type RemoteLockOptions<Settings> = {
  /** The vendor's address, or a substitute. */
  url: string
  findSettings: (storeId: number) => Promise<Settings | undefined>
}
