import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { AccessChangeKind } from '#server/platform/schema/table-types/accounts.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { hashedAddress, hashesOfAddress, type Secrets } from '#server/platform/secrets/secrets.ts'

type OfUser = { what: AccessChangeKind; userId: number; at: Date; about?: string | undefined }

/**
 * Records that a right was taken from a user or returned, in the transaction that does it. `about`: what else it concerns, such
 * as a passkey. The account must still exist.
 */
export async function noteAccessChange(trx: Trx, { what, userId, at, about }: OfUser): Promise<void> {
  await trx
    .insertInto('access_change')
    .columns(['id', 'what', 'user_id', 'user_created_at', 'about', 'made_at'])
    .expression(({ selectFrom }) =>
      selectFrom('app_user')
        .select([
          sql<string>`${randomUUID()}::uuid`.as('id'),
          sql<AccessChangeKind>`${what}`.as('what'),
          'id as user_id',
          'created_at as user_created_at',
          sql<string | null>`${about ?? null}`.as('about'),
          sql<Date>`${at}::timestamptz`.as('made_at'),
        ])
        .where('id', '=', userId),
    )
    .execute()
}

type InTransaction = Pick<Context, 'secrets'> & { db: Trx }

/** Like `noteAccessChange`, with the address's hash: for blocks and the admin right, which outlive the account. */
export async function noteForAddress({ db, secrets }: InTransaction, change: Omit<OfUser, 'about'>): Promise<void> {
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', change.userId)
    .executeTakeFirstOrThrow()
  await noteAccessChange(db, { ...change, about: hashedAddress(secrets, email) })
}

/** Identifies a passkey that was removed. */
export const nameOfCredential = (id: Buffer): string => createHash('sha256').update(id).digest('base64url')

export const BLOCK_CHANGES = ['blocked', 'unblocked'] as const satisfies readonly AccessChangeKind[]
export const ADMIN_CHANGES = ['admin_taken', 'admin_left', 'admin_given'] as const satisfies readonly AccessChangeKind[]

type Kinds = typeof BLOCK_CHANGES | typeof ADMIN_CHANGES

/** The latest of these changes for an address and its time, whichever account had the address. */
export const latestAccessChange = (
  db: Db,
  { secrets, email, kinds }: { secrets: Secrets; email: string; kinds: Kinds },
) =>
  db
    .selectFrom('access_change')
    .select(['what', 'made_at'])
    .where('about', 'in', hashesOfAddress(secrets, email))
    .where('what', 'in', [...kinds])
    .orderBy('made_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
