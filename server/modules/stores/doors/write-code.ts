import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { holdPublishedStore } from '#server/modules/stores/public-stores/queries.ts'
import { logVisit } from '#server/modules/stores/visits/log-visit.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { ProposedCode } from '#server/adapters/lock/lock.ts'
import type { Transaction } from 'kysely'
import { endCode, findLiving, type CodeRow, type Whose } from './code-rows.ts'
import { drawLockName, encryptCode } from './encrypt-code.ts'

/** A code that ends sooner is replaced, so that it does not end while the shopper is at the door. */
const WORTH_SHOWING_MS = 60_000

type Proposed = ProposedCode & { provider: string }
type Wanted = Whose & { isRenewal: boolean; proposed: Proposed; leaseUntil: Date }

/**
 * Returns the user's living code for the store, or stores a new one (always, for a renewal) to be requested from a lock. A
 * concurrent block of the user, or change or hiding of the store, either comes first and is respected, or finds the code here and
 * ends it.
 */
export const writeCode = (context: Context, wanted: Wanted) =>
  inRefusableTransaction(context.db, async trx => {
    const refused = await holdShopper(trx, wanted)
    if (refused) return refused
    const at = context.now()
    const living = await findLiving(trx, wanted)
    const isWorthShowing = living && living.expires_at.getTime() - at.getTime() > WORTH_SHOWING_MS
    if (isWorthShowing && !wanted.isRenewal) {
      await logVisit(trx, { ...wanted, at })
      return { row: living, isNew: false }
    }
    if (living) await endCode(trx, living, { state: wanted.isRenewal ? 'revoked' : 'expired', at })
    const row = await insertCode(context, trx, { ...wanted, at })
    await logVisit(trx, { ...wanted, at, doorCode: wanted.proposed.logName ?? row.lock_name })
    return { row, isNew: true }
  })

async function holdShopper(trx: Transaction<Database>, { userId, storeId }: Whose) {
  const user = await trx
    .selectFrom('app_user')
    .select(['blocked_at', 'is_verified', 'active_store_id'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || user.blocked_at !== null) return refuse('session.required')
  if (!user.is_verified) return refuse('session.unverified')
  if (user.active_store_id !== storeId || !(await holdPublishedStore(trx, storeId))) return refuse('door.otherStore')
  return undefined
}

type Insert = Wanted & { at: Date }

function insertCode(context: Context, trx: Transaction<Database>, wanted: Insert): Promise<CodeRow> {
  const { userId, storeId, proposed, at, leaseUntil } = wanted
  const lock_name = drawLockName()
  return trx
    .insertInto('door_code')
    .values({
      user_id: userId,
      store_id: storeId,
      provider: proposed.provider,
      lock_name,
      state: 'pending',
      code_sealed: encryptCode(context, lock_name, proposed.code),
      created_at: at,
      expires_at: proposed.until,
      due_at: leaseUntil,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
