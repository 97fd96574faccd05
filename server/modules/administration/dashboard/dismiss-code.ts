import type { Context } from '#server/platform/context.ts'

type Dismissed = { code: string; userId: number }

/** Removes all reports of a code. Codes have no audit log, so the server log contains which admin did it. */
export async function dismissCode({ db, log }: Context, { code, userId }: Dismissed): Promise<{ removed: number }> {
  const { numDeletedRows } = await db.deleteFrom('unknown_code_report').where('code', '=', code).executeTakeFirst()
  const removed = Number(numDeletedRows)
  if (removed > 0) log.info({ code, userId, removed }, 'an admin dismissed the reports of an unknown barcode')
  return { removed }
}
