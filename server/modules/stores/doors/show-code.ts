import type { DoorCode, DoorTrouble } from '#contract/stores/doors.ts'
import type { Context } from '#server/platform/context.ts'
import type { CodeRow } from './code-rows.ts'
import { openCode } from './encrypt-code.ts'

const UNREACHABLE = ['offline', 'unreachable', 'timeout']
const BUSY = ['busy', 'taken']

/** The kind of trouble, by what the shopper at the door can do about it. */
function troubleOf(why: string | null): DoorTrouble {
  if (why === null || UNREACHABLE.includes(why)) return 'unreachable'
  return BUSY.includes(why) ? 'busy' : 'broken'
}

/** A code as its owner sees it: the digits only once the lock has them, and until they end. */
export function showCode(context: Pick<Context, 'secrets' | 'now'>, row: CodeRow | undefined): DoorCode | null {
  if (!row || (row.state !== 'pending' && row.state !== 'active' && row.state !== 'failed')) return null
  const left = row.expires_at.getTime() - context.now().getTime()
  if (left <= 0) return null
  return {
    store_id: row.store_id,
    state: row.state,
    code: row.state === 'active' ? openCode(context, row) : null,
    expires_at: row.expires_at.toISOString(),
    seconds_left: Math.ceil(left / 1000),
    trouble: row.state === 'failed' ? troubleOf(row.why) : null,
  }
}
