import type { RemovalBlocker } from '#contract/accounts/privacy.ts'
import type { LanguageCode } from '#contract/values.ts'
import { mayAdminister } from '#domain/accounts/admin-right.ts'
import { MOST_WRONG_REMOVAL_CODES, REMOVAL_CODE_MINUTES } from '#domain/accounts/login-links.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import { findSeller } from '#server/platform/company/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { isHmacOf, randomCode, readCode } from '#server/platform/secrets/secrets.ts'
import { minutesIn } from '#server/platform/texts/minutes-in.ts'
import { cutFrom } from './cut-texts.ts'
import { lockUser, lockWaiting } from './erase-many.ts'
import { eraseUser } from './erase-user.ts'
import { findRemovalBlockers, findWaiting, type Waiting } from './removal-blockers.ts'

/** What the person sees before removing the account. */
export async function getRemoval({ db, now }: Context, userId: number) {
  const user = await db.selectFrom('app_user').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const waiting = await findWaiting(db, userId, now())
  const { paid } = await db
    .selectFrom('customer_order')
    .select(({ fn }) => fn.countAll<number>().as('paid'))
    .where('user_id', '=', userId)
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return {
    email: user.email,
    paid_orders: paid,
    waiting,
    hindrances: await findRemovalBlockers(db, { userId, waiting }),
  }
}

/** Mails a code to the user, unless something hinders the removal. */
export const requestCode = (context: Context, userId: number) =>
  inTransaction(context.db, async db => {
    const user = await lockUser(db, userId)
    if (!user) return refuse('session.required')
    const blocker = await firstRemovalBlocker(db, { userId, waiting: await findWaiting(db, userId, context.now()) })
    if (blocker) return refuse(blocker)
    await mailCode({ ...context, db }, user)
    return {}
  })

type Removal = { userId: number; code: string; cancelIds: readonly number[] }

/**
 * Removes the caller's own account with the mailed code. `cancelIds`: the booked pre-orders that the person saw would be
 * cancelled.
 */
export const removeAccount = (context: Context, { userId, code, cancelIds }: Removal) =>
  inTransaction(context.db, async db => {
    if (!(await lockUser(db, userId))) return refuse('session.required')
    const waiting = await lockWaiting(db, userId, context.now())
    const blocker = await firstRemovalBlocker(db, { userId, waiting })
    if (blocker) return refuse(blocker)
    if (!isSameSet(waiting, cancelIds)) return refuse('removal.preordersChanged')
    const refused = await refusedByCode({ ...context, db }, userId, code)
    if (refused) return refused
    await eraseUser({ ...context, db }, { userId, waiting, askedBy: 'user' })
    return {}
  })

/**
 * Removes a user's account on their request, by an admin. Booked pre-orders are cancelled; one that can't be cancelled any more
 * hinders the removal.
 */
export const removeUser = (context: Context, { userId, author }: { userId: number; author: Author }) =>
  inTransaction(context.db, async db => {
    const user = await lockUser(db, userId)
    // The admin's rights may have changed while the call waited for the locks.
    if (!(await isAdmin(db, author.userId))) return refuse('session.adminRequired')
    if (!user) return refuse('notFound')
    const waiting = await lockWaiting(db, userId, context.now())
    const blocker = await firstRemovalBlocker(db, { userId, waiting })
    if (blocker) return refuse(blocker)
    if (userId === author.userId) return refuse('user.yourself')
    await eraseUser({ ...context, db }, { userId, waiting, askedBy: 'admin', by: author.userId })
    const reason = author.reason && cutFrom(author.reason, user)
    const removed = { kind: 'user', id: userId, before: { is_removed: false }, after: null } as const
    await recordChange(db, { ...removed, author: { ...author, reason } })
    return {}
  })

async function isAdmin(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('app_user')
    .select(['is_admin', 'is_verified', 'blocked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return false
  return mayAdminister({ isAdmin: row.is_admin, isVerified: row.is_verified, isBlocked: row.blocked_at !== null })
}

const firstRemovalBlocker = async (trx: Trx, whose: { userId: number; waiting: readonly Waiting[] }) =>
  (await findRemovalBlockers(trx, whose))[0] satisfies RemovalBlocker | undefined

const isSameSet = (waiting: readonly Waiting[], ids: readonly number[]): boolean =>
  new Set(ids).size === waiting.length && waiting.every(({ id }) => ids.includes(id))

type InTransaction = Context & { db: Trx }

/** A separate purpose: a sign-in code removes no account, and a removal code does not sign in. */
const PURPOSE = 'removal code'
const textOf = ({ userId, code }: { userId: number; code: string }) => `${userId} ${code}`

type Reader = { id: number; email: string; language: LanguageCode }

/** Mails a new code, which replaces an earlier one. */
async function mailCode(context: InTransaction, { id, email, language }: Reader): Promise<void> {
  const code = randomCode()
  const now = context.now()
  const row = {
    code_hmac: context.secrets.hmac(PURPOSE, textOf({ userId: id, code })),
    wrong_tries: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + REMOVAL_CODE_MINUTES * 60_000),
  }
  await context.db
    .insertInto('removal_code')
    .values({ user_id: id, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  const mail = removalMail({
    email,
    code,
    minutes: REMOVAL_CODE_MINUTES,
    seller: await findSeller(context.db),
    language,
  })
  await context.outbox.enqueue(context.db, 'mail', { to: email, ...mail, until: row.expires_at })
}

/**
 * Returns undefined when the code is the mailed one, has not expired and had few wrong tries; a refusal otherwise. The caller has
 * locked the user's row.
 */
async function refusedByCode({ db, now, secrets }: InTransaction, userId: number, typed: string) {
  const sent = await db
    .selectFrom('removal_code')
    .select(['code_hmac', 'wrong_tries'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!sent || sent.wrong_tries >= MOST_WRONG_REMOVAL_CODES) return refuse('removal.codeExpired')
  const code = readCode(typed)
  const isRight = (digits: string) =>
    isHmacOf(secrets, PURPOSE, { text: textOf({ userId, code: digits }), hash: sent.code_hmac })
  if (code !== undefined && isRight(code)) return undefined
  await db
    .updateTable('removal_code')
    .set(({ eb }) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
  return refuse('removal.wrongCode')
}

type Texts = {
  subject: (code: string) => string
  intro: (email: string) => string
  validity: (minutes: number) => string
  forGood: string
  notYou: string
}

const TEXTS = {
  en: {
    subject: code => `${code} is the code for closing your account`,
    intro: email => `You’re about to close the account ${email}. Enter this code on the page where you asked for it:`,
    validity: minutes => `The code can be used once and expires in ${minutesIn('en', minutes)}.`,
    forGood: 'A closed account can’t be restored.',
    notYou: 'Didn’t ask for this? Don’t share the code. Nothing is deleted without it.',
  },
  fi: {
    subject: code => `${code} on koodi tilisi sulkemiseen`,
    intro: email => `Olet sulkemassa tiliä ${email}. Kirjoita tämä koodi sivulle, jolla pyysit sen:`,
    validity: minutes => `Koodi on kertakäyttöinen ja voimassa ${minutesIn('fi', minutes)}.`,
    forGood: 'Suljettua tiliä ei voi palauttaa.',
    notYou: 'Jos et pyytänyt tätä, älä anna koodia kenellekään: ilman sitä mitään ei poisteta.',
  },
  sv: {
    subject: code => `${code} är koden för att stänga ditt konto`,
    intro: email => `Du är på väg att stänga kontot ${email}. Ange den här koden på sidan där du bad om den:`,
    validity: minutes => `Koden kan användas en gång och gäller i ${minutesIn('sv', minutes)}.`,
    forGood: 'Ett stängt konto kan inte återställas.',
    notYou: 'Om du inte bad om detta, ge inte koden till någon: utan den tas ingenting bort.',
  },
} satisfies Record<LanguageCode, Texts>

type RemovalMail = { email: string; code: string; minutes: number; seller: string; language: LanguageCode }

/** The mail with the code that is required to remove an account. */
export function removalMail({ email, code, minutes, seller, language }: RemovalMail): Omit<MailMessage, 'to'> {
  const texts: Texts = TEXTS[language]
  return renderEmail({
    language,
    subject: texts.subject(code),
    parts: [texts.intro(email), code, texts.validity(minutes), texts.forGood, texts.notYou, seller],
  })
}
