import { type ExpressionBuilder, sql } from 'kysely'
import type { ErrorCode } from '#contract/error-codes.ts'
import { type UserAccess, findLockout, mayAdminister } from '#domain/accounts/admin-right.ts'
import { passkeyGap } from '#domain/accounts/passkey-state.ts'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { fieldChanges } from '#domain/field-changes.ts'
import { adminEvent, notifyAdmins } from '#server/modules/accounts/access-changes/notify-admins.ts'
import { type Author, recordChanges } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, type Refusal, refuse } from '#server/platform/http/refusal.ts'
import { refusedUnlessFresh, type SignedIn } from '#server/platform/http/session.ts'
import { rightsForAudit, rightsOfUser } from '#server/platform/rights/rights-of-user.ts'
import type { Database, Trx } from '#server/platform/schema/tables.ts'
import { findAdminUser } from './queries.ts'

/** The session that changes access. */
export type AccessCaller = Pick<SignedIn, 'tokenHash' | 'passkey' | 'passkeyConfirmedAt' | 'signedInAt'>

/** The user whose access an admin changes. `confirm_self`: the admin accepts losing their own right. */
export type ChangeAccessInput = { id: number; confirm_self?: true | undefined; author: Author; caller: AccessCaller }

/** `blockedPhones`: the user's own number if it is blocked, and the numbers that the user had when they were blocked. */
export type ConcernedRow = UserAccess & {
  id: number
  email: string
  phone: string | null
  rights: readonly GrantedRight[]
  blockedPhones: readonly string[]
  passkeys: number
  /** When the oldest of them was added. */
  firstPasskeyAt: Date | null
  /** Number of browsers in which the user is signed in. */
  sessions: number
}
/** The changed users, and how to save them. */
type AccessPlan = { after: readonly ConcernedRow[]; save: (trx: Trx) => Promise<void> }

/**
 * Changes access, one change at a time: all admins are locked, so that if two admins take the right from each other at the same
 * moment, the second no longer has it, and the last admin keeps it. `phone`: its owners are included.
 */
export async function changeAccess<Code extends ErrorCode = never>(
  context: Context,
  { id, confirm_self, author, caller: session, phone = null }: ChangeAccessInput & { phone?: string | null },
  planChange: (user: ConcernedRow, all: readonly ConcernedRow[]) => AccessPlan | Refusal<Code>,
) {
  return inRefusableTransaction(context.db, async trx => {
    await selectConcerned(trx, { id, phone }).select('id').orderBy('id').forNoKeyUpdate().execute()
    const all = await readConcerned(trx, { id, phone })
    const caller = all.find(row => row.id === author.userId)
    // The caller's rights may have changed while the call waited for the locks.
    if (!caller || !mayAdminister(caller)) return refuse('session.adminRequired')
    const user = all.find(row => row.id === id)
    if (!user) return refuse('notFound')
    const plan = planChange(user, all)
    if ('refused' in plan) return plan
    const lockOut = findLockout(byId(all), byId(plan.after), { id: author.userId, meansIt: confirm_self === true })
    if (lockOut) return refuse(lockOut)
    const changed = toChanges(plan, all)
    const refused =
      adminRefusal(changed, caller, context.now()) ??
      (changed.some(hadRight) && refusedUnlessFresh(session, context.now()))
    if (refused) return refused
    await savePlan({ ...context, db: trx }, { plan, changed, author, email: caller.email })
    return (await findAdminUser({ ...context, db: trx }, id)) ?? refuse('notFound')
  })
}

type RowChange = { before: ConcernedRow; after: ConcernedRow }

function toChanges({ after }: AccessPlan, all: readonly ConcernedRow[]): RowChange[] {
  const before = byId(all)
  return after.flatMap(row => {
    const former = before.get(row.id)
    return former && fieldChanges(toAuditFields(former), toAuditFields(row)).length > 0
      ? [{ before: former, after: row }]
      : []
  })
}

/** A change of a user with a right, unlike one of a shopper, requires a fresh passkey. */
const hadRight = ({ before }: RowChange): boolean => before.isAdmin || before.rights.length > 0

/** An admin who has signed in by mail only, or added a passkey just now, can't act on one who is protected by a passkey. */
function adminRefusal(changed: readonly RowChange[], caller: ConcernedRow, now: Date) {
  const others = changed.filter(each => hadRight(each) && each.before.id !== caller.id)
  const gaps = others.map(({ before }) =>
    passkeyGap({ caller: caller.firstPasskeyAt, target: before.firstPasskeyAt, now }),
  )
  if (gaps.includes('needed')) return refuse('user.passkeyNeeded')
  return gaps.includes('new') ? refuse('user.passkeyNew') : undefined
}

/** `email`: the author's. */
type SavePlanInput = { plan: AccessPlan; changed: readonly RowChange[]; author: Author; email: string }

async function savePlan(
  context: Context & { db: Trx },
  { plan, changed, author, email }: SavePlanInput,
): Promise<void> {
  if (changed.length === 0) return
  const kind = 'user' as const
  const entries = changed.map(({ before, after }) => ({
    kind,
    id: after.id,
    before: toAuditFields(before),
    after: toAuditFields(after),
    author,
  }))
  await recordChanges(context.db, entries)
  await plan.save(context.db)
  for (const { before, after } of changed) {
    const event = adminEvent(before, after)
    const concerned = { userId: after.id, email: after.email }
    if (event) await notifyAdmins(context, { event, ...concerned, author: email, at: author.at })
  }
}

type ConcernedUser = { id: number; phone: string | null }

type SelectFrom = ExpressionBuilder<Database, 'app_user'>['selectFrom']
const whoseWasBlocked = (selectFrom: SelectFrom, phone: string) =>
  selectFrom('blocked_phone')
    .select('user_id')
    .where('blocked_phone.phone', '=', phone)
    .$narrowType<{ user_id: number }>()

const selectConcerned = (trx: Trx, { id, phone }: ConcernedUser) =>
  trx
    .selectFrom('app_user')
    .where('removed_at', 'is', null)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('is_admin', '=', sql.lit(true)),
        eb('id', '=', id),
        ...(phone === null ? [] : [eb('phone', '=', phone), eb('id', 'in', whoseWasBlocked(selectFrom, phone))]),
      ]),
    )

async function readConcerned(trx: Trx, whom: ConcernedUser): Promise<ConcernedRow[]> {
  const rows = await selectConcerned(trx, whom)
    .select(['id', 'email', 'phone', 'is_admin', 'is_verified', 'blocked_at', rightsOfUser.as('rights')])
    .select(
      sql<string[]>`ARRAY(SELECT blocked.phone FROM blocked_phone blocked
        WHERE blocked.phone = app_user.phone OR blocked.user_id = app_user.id)`.as('blocked_phones'),
    )
    .select(({ selectFrom }) =>
      selectFrom('passkey')
        .select(({ fn }) => fn.countAll<number>().as('passkeys'))
        .whereRef('passkey.user_id', '=', 'app_user.id')
        // A count is never null.
        .$asScalar()
        .$notNull()
        .as('passkeys'),
    )
    .select(({ selectFrom }) =>
      selectFrom('passkey')
        .select(({ fn }) => fn.min('created_at').as('first_passkey_at'))
        .whereRef('passkey.user_id', '=', 'app_user.id')
        .as('first_passkey_at'),
    )
    .select(({ selectFrom }) =>
      selectFrom('session')
        .select(({ fn }) => fn.countAll<number>().as('sessions'))
        .whereRef('session.user_id', '=', 'app_user.id')
        .$asScalar()
        .$notNull()
        .as('sessions'),
    )
    .execute()
  return rows.map(row => ({
    id: row.id,
    email: row.email,
    passkeys: row.passkeys,
    firstPasskeyAt: row.first_passkey_at,
    sessions: row.sessions,
    phone: row.phone,
    isAdmin: row.is_admin,
    rights: row.rights ?? [],
    isVerified: row.is_verified,
    isBlocked: row.blocked_at !== null,
    blockedPhones: row.blocked_phones,
  }))
}

const byId = (rows: readonly ConcernedRow[]) => new Map(rows.map(row => [row.id, row]))

/** The audit log contains the count of blocked numbers, not the numbers, so that no number of an erased person stays there. */
const toAuditFields = ({
  isAdmin,
  rights,
  isVerified,
  isBlocked,
  blockedPhones,
  passkeys,
  sessions,
}: ConcernedRow) => ({
  is_admin: isAdmin,
  ...rightsForAudit(rights),
  is_verified: isVerified,
  is_blocked: isBlocked,
  blocked_phones: blockedPhones.length,
  passkeys,
  sessions,
})
