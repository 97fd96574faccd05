import type { Context } from '#server/platform/context.ts'

const NOBODY = 'mailto:puoti@localhost.invalid'

/** The contact of the sender for push services: the operator's address, or the shop's. */
export const operatorContact =
  ({ db, config }: Pick<Context, 'db' | 'config'>) =>
  async (): Promise<string> => {
    const operator = await db.selectFrom('operator').select('email').executeTakeFirst()
    if (operator?.email) return `mailto:${operator.email}`
    return config.publicUrl?.protocol === 'https:' ? config.publicUrl.origin : NOBODY
  }
