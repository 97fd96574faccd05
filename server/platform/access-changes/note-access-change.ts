import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { GrantedRight, StoreRight } from '#domain/accounts/store-rights.ts'
import type { Context } from '#server/platform/context.ts'
import type { AccessChangeKind } from '#server/platform/schema/table-types/accounts.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { hashedAddress, hashesOfAddress, type Secrets } from '#server/platform/secrets/secrets.ts'

type OfUser = {
  kind: AccessChangeKind
  userId: number
  at: Date
  subject?: string | undefined
  /** Of `right_revoked` and `right_granted`. */
  right?: GrantedRight
}

/**
 * Records that a right was taken from a user or returned, in the transaction that does it. `subject`: what else it concerns, such
 * as a passkey. The account must still exist.
 */
export async function noteAccessChange(trx: Trx, { kind, userId, at, subject, right }: OfUser): Promise<void> {
  await trx
    .insertInto('access_change')
    .columns(['id', 'kind', 'user_id', 'user_created_at', 'subject', 'right_kind', 'right_store_id', 'changed_at'])
    .expression(({ selectFrom }) =>
      selectFrom('app_user')
        .select([
          sql<string>`${randomUUID()}::uuid`.as('id'),
          sql<AccessChangeKind>`${kind}`.as('kind'),
          'id as user_id',
          'created_at as user_created_at',
          sql<string | null>`${subject ?? null}`.as('subject'),
          sql<StoreRight | null>`${right?.kind ?? null}`.as('right_kind'),
          sql<number | null>`${right?.storeId ?? null}::integer`.as('right_store_id'),
          sql<Date>`${at}::timestamptz`.as('changed_at'),
        ])
        .where('id', '=', userId),
    )
    .execute()
}

type InTransaction = Pick<Context, 'secrets'> & { db: Trx }

/** Like `noteAccessChange`, with the address's hash: for blocks and rights, which outlive the account. */
export async function noteForAddress({ db, secrets }: InTransaction, change: Omit<OfUser, 'subject'>): Promise<void> {
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', change.userId)
    .executeTakeFirstOrThrow()
  await noteAccessChange(db, { ...change, subject: hashedAddress(secrets, email) })
}

/** Identifies a passkey that was removed. */
export const nameOfCredential = (id: Buffer): string => createHash('sha256').update(id).digest('base64url')

export const BLOCK_CHANGES = ['blocked', 'unblocked'] as const satisfies readonly AccessChangeKind[]
export const ADMIN_CHANGES = [
  'admin_revoked',
  'admin_resigned',
  'admin_granted',
] as const satisfies readonly AccessChangeKind[]

type ChangeKinds = typeof BLOCK_CHANGES | typeof ADMIN_CHANGES

/** The latest of these changes for an address and its time, whichever account had the address. */
export const latestAccessChange = (
  db: Db,
  { secrets, email, kinds }: { secrets: Secrets; email: string; kinds: ChangeKinds },
) =>
  db
    .selectFrom('access_change')
    .select(['kind', 'changed_at'])
    .where('subject', 'in', hashesOfAddress(secrets, email))
    .where('kind', 'in', [...kinds])
    .orderBy('changed_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
