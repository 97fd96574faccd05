import type { Kysely, Transaction } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

/** `mark`: a browser's visitor mark. */
export type Asker = { email: string; mark: string }

/**
 * The newest open link that this browser requested; undefined when it has none. Starts from the browser's own links and takes no
 * lock: for a browser without links the work is the same whether the address has an account or not.
 */
export const findOpenLink = ({ db, now }: Pick<Context, 'now'> & { db: Kysely<Database> }, { email, mark }: Asker) =>
  db
    .with(
      open => open('open_link').materialized(),
      query =>
        query
          .selectFrom('login_link')
          .select(['id', 'user_id', 'link_sha256', 'code_hmac', 'code_tries'])
          .where('browser_sha256', '=', sha256(mark))
          .where('used_at', 'is', null)
          .where('expires_at', '>', now()),
    )
    .selectFrom('open_link')
    .innerJoin('app_user', 'app_user.id', 'open_link.user_id')
    .select(['open_link.id', 'open_link.user_id', 'open_link.link_sha256', 'open_link.code_hmac'])
    .select('open_link.code_tries')
    .where('app_user.email', '=', email)
    .orderBy('open_link.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Deletes the links that these browsers requested: the user has signed in. Links of other browsers stay: the user may be signing
 * in there too.
 */
export const endLinks = (db: Transaction<Database>, userId: number, browsers: readonly Buffer[]) =>
  db.deleteFrom('login_link').where('user_id', '=', userId).where('browser_sha256', 'in', browsers).execute()
