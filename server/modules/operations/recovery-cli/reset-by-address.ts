import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import { takePasskeys } from '#server/modules/accounts/passkeys/take-passkeys.ts'

type Needs = Pick<Context, 'db' | 'jobs' | 'log' | 'now'>

/** Takes all passkeys from whoever has the address; says how many there were, and undefined for an address that nobody has. */
export const resetByAddress = (needs: Needs, email: string): Promise<number | undefined> =>
  inTransaction(needs.db, async db => {
    const user = await db.selectFrom('app_user').select('id').where('email', '=', email).forUpdate().executeTakeFirst()
    if (!user) return undefined
    const { length: passkeys } = await db.selectFrom('passkey').select('id').where('user_id', '=', user.id).execute()
    if (passkeys === 0) return 0
    await takePasskeys({ ...needs, db }, user.id)
    // Nobody is signed in here: the trail names the account itself, and the program.
    const author = { userId: user.id, at: needs.now(), reason: 'npm run reset-passkeys' }
    await recordChange(db, { kind: 'user', id: user.id, before: { passkeys }, after: { passkeys: 0 }, author })
    return passkeys
  })
