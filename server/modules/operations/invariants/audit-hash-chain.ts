import { sql } from 'kysely'
import {
  ALL_SEALED,
  LATE_SEAL,
  PUT_IN_BETWEEN,
  reasonSealInSql,
  sealInSql,
} from '#server/platform/audit-log/hash-chain.ts'
import { CUT } from '#server/modules/accounts/privacy/cut-texts.ts'
import type { Invariant } from './invariant.ts'

/**
 * The length of a UUID. Salt and reason are sealed as one text: with a longer salt, the start of a reason could be moved
 * unnoticed.
 */
const SALT_LENGTH = 36

const UNSEALED = sql`NOT EXISTS (SELECT 1 FROM audit_seal WHERE entry_id = entry.id)`
const UNSEALED_LATE = sql`entry.id > ${ALL_SEALED} AND NOT EXISTS (${LATE_SEAL})`

/**
 * No audit entry was changed, removed or inserted since it was sealed. A reason without a salt was cut by an erasure, whole or in
 * part. Whether the newest entries were cut off can only be seen by comparison with the server's log.
 */
export const SEALED_TRAIL: Invariant = {
  id: 'I13',
  says: 'the trail of the back office is as it was sealed',
  broken: ({ sealsAfter }) => sql`
    WITH sealed AS (
      SELECT *, lag(id) OVER (ORDER BY id) AS id_before, lag(chain_sha256) OVER (ORDER BY id) AS chain_before
      FROM audit_seal WHERE id >= ${sealsAfter}
    )
    SELECT 'changed' AS what, seal.id AS seal_id, seal.entry_id FROM sealed seal
    LEFT JOIN audit_entry entry ON entry.id = seal.entry_id
    WHERE (seal.id = 1 OR seal.id > ${sealsAfter})
      AND ${sealInSql(sql`coalesce(seal.chain_before, '')`)} <> seal.chain_sha256
    UNION ALL
    SELECT 'taken away', seal.id, seal.entry_id FROM sealed seal
    WHERE (seal.id = 1 OR seal.id > ${sealsAfter}) AND coalesce(seal.id_before, 0) <> seal.id - 1
    UNION ALL
    SELECT 'other reason', seal.id, seal.entry_id FROM sealed seal JOIN audit_entry entry ON entry.id = seal.entry_id
    WHERE (seal.salt IS NOT NULL AND (${reasonSealInSql} <> seal.reason_sha256 OR length(seal.salt) <> ${SALT_LENGTH}))
      OR (seal.salt IS NULL AND seal.reason_sha256 IS NOT NULL AND position(${CUT} IN entry.reason) = 0)
      OR (seal.reason_sha256 IS NULL AND entry.reason IS NOT NULL)
    UNION ALL
    SELECT 'put in between', NULL, entry.id FROM audit_entry entry
    WHERE ${PUT_IN_BETWEEN} AND ${sealsAfter === 0 ? UNSEALED : UNSEALED_LATE}`,
}
