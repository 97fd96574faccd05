import { sql } from 'kysely'
import type { TermsVersion } from '#contract/administration/settings.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type TermsRow = Omit<TermsVersion, 'published_at'> & { published_at: Date }

const toTermsVersion = ({ published_at, ...row }: TermsRow): TermsVersion => ({
  ...row,
  published_at: published_at.toISOString(),
})

/** A page of all published versions. */
export async function findTerms(db: Db, paging: Paging) {
  const { items, total } = await findPage(
    {
      matching: db.selectFrom('terms_version'),
      select: rows => rows.select(['id', 'texts', 'published_at']),
      sorts: { id: sql`id` },
      defaultSort: '-id',
      id: sql`id`,
    },
    paging,
  )
  return { items: items.map(toTermsVersion), total }
}

const findNewest = (db: Db) =>
  db.selectFrom('terms_version').select(['id', 'texts', 'published_at']).orderBy('id', 'desc').executeTakeFirst()

type NewTerms = { based_on: number | null; texts: TermsVersion['texts'] }

/**
 * Adds a new version; orders keep the older ones that they reference. Publishing the newest texts again changes nothing. Locks
 * the operator's row, so that of two concurrent publications the second sees the first.
 */
export const publishTerms = ({ db }: Context, { based_on, texts }: NewTerms, author: Author) =>
  inRefusableTransaction(db, async trx => {
    await trx.selectFrom('operator').select('id').forNoKeyUpdate().execute()
    const newest = await findNewest(trx)
    if ((newest?.id ?? null) !== based_on)
      return refuse('record.changed', { current: newest && toTermsVersion(newest) })
    if (newest && isSame(newest.texts, texts)) return toTermsVersion(newest)
    const row = await trx
      .insertInto('terms_version')
      .values({ texts: JSON.stringify(texts), published_at: author.at })
      .returning(['id', 'texts', 'published_at'])
      .executeTakeFirstOrThrow()
    const change = { before: newest ? toAuditFields(newest) : {}, after: toAuditFields(row), author }
    await recordChange(trx, { kind: 'terms', id: 1, ...change })
    return toTermsVersion(row)
  })

/** The texts stay in the version's row for ever; the audit log contains which version followed which. */
const toAuditFields = ({ id, texts }: TermsRow) => ({
  version: id,
  title: { en: texts.en.title, fi: texts.fi.title, sv: texts.sv.title },
})

const isSame = (one: TermsVersion['texts'], other: TermsVersion['texts']) =>
  (['en', 'fi', 'sv'] as const).every(
    code =>
      one[code].title === other[code].title &&
      JSON.stringify(one[code].paragraphs) === JSON.stringify(other[code].paragraphs),
  )
