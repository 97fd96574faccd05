import type { TerminalHealth } from '#domain/payments/terminal-health.ts'
import type { LockHealth, Locks } from '#server/adapters/lock/lock.ts'
import { findUsedTerminals } from '#server/modules/administration/dashboard/queries.ts'
import type { Context } from '#server/platform/context.ts'

/** `health`: undefined for a terminal that is busy, or whose provider this installation lacks. */
type TerminalState = Awaited<ReturnType<typeof findUsedTerminals>>[number] & { health: TerminalHealth | undefined }

/** The terminals that take the payments of published stores. One with a payment under way is not disturbed. */
export async function checkUsedTerminals({
  db,
  terminals,
}: Pick<Context, 'db' | 'terminals'>): Promise<TerminalState[]> {
  const stores = await db.selectFrom('store').select('id').where('published', '=', true).execute()
  const used = await findUsedTerminals(
    db,
    stores.map(({ id }) => id),
  )
  return Promise.all(
    used.map(async terminal => ({
      ...terminal,
      health: terminal.is_busy ? undefined : await terminals.byProvider(terminal.provider)?.health(terminal.id),
    })),
  )
}

/** `health`: undefined for a provider that this installation lacks. */
type LockState = { id: number; name: string; published: boolean; health: LockHealth | undefined }

/** The locks of all stores that are not archived. */
export async function checkStoreLocks({ db, locks }: Pick<Context, 'db'> & { locks: Locks }): Promise<LockState[]> {
  const stores = await db
    .selectFrom('store')
    .select(['id', 'name', 'published', 'lock_provider'])
    .where('lock_provider', 'is not', null)
    .where('archived_at', 'is', null)
    .execute()
  return Promise.all(
    stores.map(async ({ lock_provider: provider, ...store }) => ({
      ...store,
      health: await locks.byProvider(provider ?? '')?.health(store.id),
    })),
  )
}
