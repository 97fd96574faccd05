import type { MyData } from '#contract/accounts/my-data.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import { gatherAccount } from './gather-account.ts'
import { gatherDeeds } from './gather-deeds.ts'
import { gatherOrders } from './gather-orders.ts'
import { gatherTraces } from './gather-traces.ts'

/** Everything that the shop keeps of a person, of one moment. The register of personal data says what belongs in it. */
export const gatherData = (context: Context, userId: number): Promise<MyData> =>
  inSnapshot(context.db, async db => {
    const operator = await db
      .selectFrom('operator')
      .select(['name', 'business_id', 'address', 'email', 'phone'])
      .executeTakeFirstOrThrow()
    const account = await gatherAccount(db, userId)
    return {
      made_at: context.now().toISOString(),
      operator,
      account,
      ...(await gatherTraces({ ...context, db }, account)),
      orders: await gatherOrders(db, account),
      deeds: await gatherDeeds(db, userId),
    }
  })
