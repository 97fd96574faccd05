import { sql, type SqlBool } from 'kysely'
import type { Invitation } from '#contract/accounts/invitations.ts'
import { invitationState } from '#domain/accounts/invitation.ts'
import { listStoreNames } from '#server/modules/accounts/access-changes/save-rights.ts'
import { toRightsResponse } from '#server/modules/accounts/people/list-people.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

/** Invitations, each with its language, and who sent it. */
export const selectInvitations = (db: Db) =>
  db
    .selectFrom('invitation')
    .innerJoin('language', 'language.id', 'invitation.language_id')
    .leftJoin('app_user as inviter', 'inviter.id', 'invitation.invited_by')
    .select(['invitation.id', 'invitation.email', 'invitation.rights', 'invitation.created_at', 'expires_at'])
    .select(['accepted_at', 'withdrawn_at', 'invited_by', 'language.code as language'])
    .select(sql<string | null>`CASE WHEN inviter.removed_at IS NULL THEN inviter.email END`.as('inviter_email'))
    .select(
      sql<boolean>`coalesce(inviter.is_admin AND inviter.is_verified AND inviter.blocked_at IS NULL, false)`.as(
        'is_inviter_admin',
      ),
    )

export const byToken = (token: string) => sql<SqlBool>`invitation.token_sha256 = ${sha256(token)}`

export type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

export const getState = (row: InvitationRow, now: Date) =>
  invitationState(
    {
      expiresAt: row.expires_at,
      acceptedAt: row.accepted_at,
      withdrawnAt: row.withdrawn_at,
      isInviterAdmin: row.is_inviter_admin,
    },
    now,
  )

const MAX_LISTED = 500

/** All invitations that are kept, the newest first. */
export async function listInvitations(db: Db, now: Date): Promise<Invitation[]> {
  const rows = await selectInvitations(db).orderBy('invitation.id', 'desc').limit(MAX_LISTED).execute()
  const names = await listStoreNames(
    db,
    rows.flatMap(({ rights }) => rights),
  )
  return rows.map(row => toInvitationResponse(row, names, now))
}

export async function getInvitation(db: Db, id: number, now: Date): Promise<Invitation> {
  const row = await selectInvitations(db).where('invitation.id', '=', id).executeTakeFirstOrThrow()
  return toInvitationResponse(row, await listStoreNames(db, row.rights), now)
}

const toInvitationResponse = (row: InvitationRow, names: ReadonlyMap<number, string>, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  language: row.language,
  rights: toRightsResponse(row.rights, names),
  state: getState(row, now),
  invited_by: row.inviter_email,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
