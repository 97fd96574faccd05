import type { LetterChoice } from '#contract/operations/letters.ts'
import type { LetterKind } from '#domain/operations/letters/letter-times.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { type Secrets, verifyHmac } from '#server/platform/secrets/secrets.ts'

const NO_LETTERS: LetterChoice = { evening: false, monday: false, store_id: null }

export const findChoice = async (db: Db, userId: number): Promise<LetterChoice> =>
  (await db
    .selectFrom('letter_choice')
    .select(['evening', 'monday', 'store_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? NO_LETTERS

/** Undefined where the store does not exist. */
export async function saveChoice(db: Db, userId: number, choice: LetterChoice): Promise<LetterChoice | undefined> {
  const { store_id } = choice
  const stores = db.selectFrom('store').select('id')
  if (store_id !== null && !(await stores.where('id', '=', store_id).executeTakeFirst())) return undefined
  await db
    .insertInto('letter_choice')
    .values({ user_id: userId, ...choice })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(choice))
    .execute()
  return choice
}

const UNSUBSCRIBE_PURPOSE = 'letter unsubscribe'

/** In a letter's link that stops letters of its kind. It stays valid, and does nothing else. */
export function stopToken(secrets: Secrets, userId: number, kind: LetterKind): string {
  const text = `${kind}-${userId}`
  return `${text}-${secrets.hmac(UNSUBSCRIBE_PURPOSE, text).toString('base64url')}`
}

type UnsubscribeInput = { userId: number; kind: LetterKind }

/** Undefined for a token that was never made. */
export function readStopToken(secrets: Secrets, token: string): UnsubscribeInput | undefined {
  const [, text = '', kind, id, hash = ''] = /^((evening|monday)-(\d{1,9}))-([\w-]{43})$/.exec(token) ?? []
  if (!verifyHmac(secrets, UNSUBSCRIBE_PURPOSE, { text, hash: Buffer.from(hash, 'base64url') })) return undefined
  return { userId: Number(id), kind: kind === 'monday' ? 'monday' : 'evening' }
}

/** Returns whether the person got these letters until now. */
export async function stopLetters({ db }: Pick<Context, 'db'>, { userId, kind }: UnsubscribeInput): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letter_choice')
    .set({ [kind]: false })
    .where('user_id', '=', userId)
    .where(kind, '=', true)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
