import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#domain/durations.ts'
import { LOCK_TIMEOUT_MS } from '#domain/stores/door-code.ts'
import type { RequestedCode, CodeFault, CodeState, Lock } from '#server/adapters/lock/lock.ts'
import type { Context } from '#server/platform/context.ts'
import { createEncryptor } from '#server/platform/secrets/secrets.ts'
import { changePending, type CodeRow, endCode, findLivingAtStore, postponeCode, removeCode } from './code-rows.ts'

const CHECK_EVERY_MS = 1000
const MAX_TRIES = 3
/** A request may be in transit to a lock for this long; until then a missing code proves nothing. */
const IN_FLIGHT_MS = 60_000
const ASKED_AGAIN_MS = 3000
const FAILED_AGAIN_MS = 30_000
/** By then the code has long expired at the lock; only its name is still in the lock's list. */
const GIVE_UP_MS = DAY_MS

type LockContext = { context: Context; lock: Lock }

const addMs = (from: Date, ms: number) => new Date(from.getTime() + ms)

/** Requests from the lock a code that was just stored; redraws digits that are already in use there. */
export async function issueCode({ context, lock }: LockContext, row: CodeRow): Promise<void> {
  let current = row
  for (let tries = 1; ; tries++) {
    const answer = await lock.issueCode(toRequestedCode(context, current))
    const isTaken = answer.status === 'failed' && answer.fault === 'taken'
    if (!isTaken || tries >= MAX_TRIES) return settleCode(context, current, answer)
    const redrawn = await redrawCode({ context, lock }, current)
    if (!redrawn) return
    current = redrawn
  }
}

async function redrawCode({ context, lock }: LockContext, row: CodeRow): Promise<CodeRow | undefined> {
  const reserved = await findLivingDigits(context, row.store_id)
  const proposed = await lock.propose(row.store_id, row.created_at, reserved)
  if (!proposed) return undefined
  const code_encrypted = encryptCode(context, row.lock_name, proposed.code)
  return changePending(context.db, row.id, { code_encrypted, due_at: row.due_at })
}

/** Checks whether the lock has the code by now; a code that the lock does not take in time has failed. */
export async function checkCode({ context, lock }: LockContext, row: CodeRow): Promise<void> {
  const answer = await lock.state(toRequestedCode(context, row))
  const isLate = context.now().getTime() - row.created_at.getTime() >= LOCK_TIMEOUT_MS
  if (answer.status !== 'pending' || !isLate) return settleCode(context, row, answer)
  return settleCode(context, row, { status: 'failed', fault: answer.fault ?? knownFault(row) })
}

/** The fault when the code was requested; a lock that accepts and does nothing counts as unreachable. */
const knownFault = ({ fault }: CodeRow): CodeFault => (fault === 'busy' ? 'busy' : 'timeout')

/** Stores the lock's answer. */
async function settleCode(context: Context, row: CodeRow, answer: CodeState): Promise<void> {
  const { db, log } = context
  const now = context.now()
  const fault = 'fault' in answer ? (answer.fault ?? null) : null
  if (answer.status === 'failed') {
    log.warn({ storeId: row.store_id, fault }, 'a lock refused a door code')
    await endCode(db, row, { state: 'failed', at: now, ...(fault !== null && { fault }) })
    return
  }
  const change =
    answer.status === 'active'
      ? { state: 'active' as const, fault: null, due_at: row.expires_at }
      : { fault, due_at: addMs(now, CHECK_EVERY_MS) }
  // The code was ended during the request: what the lock may have received since must be removed, too.
  if (!(await changePending(db, row.id, change))) await postponeCode(db, row.id, now)
}

/** Removes an ended code from its lock, and then its row. Without a lock, removes only the row. */
export async function removeAtLock(context: Context, lock: Lock | undefined, row: CodeRow): Promise<void> {
  const { db, log } = context
  const now = context.now()
  const revoked = lock ? await lock.revoke(toRequestedCode(context, row)) : { status: 'lapses' as const }
  const quietFrom = addMs(row.created_at, IN_FLIGHT_MS)
  if (revoked.status === 'lapses' || (revoked.status === 'absent' && now >= quietFrom)) {
    await removeCode(db, row.id)
    return
  }
  if (now > addMs(row.expires_at, GIVE_UP_MS)) {
    log.warn({ storeId: row.store_id, ...revoked }, 'an ended door code could not be deleted from its lock')
    await removeCode(db, row.id)
    return
  }
  const again = { absent: quietFrom, asked: addMs(now, ASKED_AGAIN_MS), failed: addMs(now, FAILED_AGAIN_MS) }
  await postponeCode(db, row.id, again[revoked.status])
}

type CodeSecrets = Pick<Context, 'secrets'>

const codeEncryptor = ({ secrets }: CodeSecrets) => createEncryptor(secrets, 'door codes')
/** Binds an encrypted code to its row: copied to another row, it can't be decrypted. */
const aboutCode = (lockName: string) => `door code ${lockName}`

/** A code's name at the lock: unique among several installations at one lock, without personal data. 16 characters. */
export const drawLockName = (): string => `Puoti ${randomBytes(5).toString('hex')}`

export const encryptCode = (context: CodeSecrets, lockName: string, code: string): string =>
  codeEncryptor(context).encrypt(aboutCode(lockName), code)

/** The digits; empty for a code that has ended. */
export const openCode = (context: CodeSecrets, { lock_name, code_encrypted }: CodeRow): string =>
  code_encrypted === null ? '' : codeEncryptor(context).decrypt(aboutCode(lock_name), code_encrypted)

/** The digits of the codes that shoppers may use at a store now. */
export const findLivingDigits = async (context: Pick<Context, 'db' | 'secrets'>, storeId: number): Promise<string[]> =>
  (await findLivingAtStore(context.db, storeId)).map(row => openCode(context, row))

/** The code as it is requested from a lock. */
const toRequestedCode = (context: CodeSecrets, row: CodeRow): RequestedCode => ({
  storeId: row.store_id,
  name: row.lock_name,
  code: openCode(context, row),
  from: row.created_at,
  until: row.expires_at,
})
