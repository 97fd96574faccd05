import { sql, type Kysely } from 'kysely'
import { ADMIN_WORDS, lastWordAbout } from '#server/platform/access-changes/note-access-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/**
 * Whether the last change of the right to use the back office was that another admin took it, from this account or from an
 * earlier one with the address.
 */
export async function wasTaken(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  const last = await lastWordAbout(db, { secrets, email, words: ADMIN_WORDS }).executeTakeFirst()
  return last ? last.what === 'admin_taken' : wasTakenByTheTrail(db, id)
}

/** Covers changes from before the table access_change existed. */
async function wasTakenByTheTrail(db: Kysely<Database>, id: number): Promise<boolean> {
  const last = await db
    .selectFrom('audit_entry')
    .select(['user_id', sql<boolean>`changes @> '[{"field": "is_admin", "to": false}]'`.as('wasTaken')])
    .where('kind', '=', 'user')
    .where('record_id', '=', id)
    .where(sql<boolean>`changes @> '[{"field": "is_admin"}]'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && last.wasTaken && last.user_id !== id
}
