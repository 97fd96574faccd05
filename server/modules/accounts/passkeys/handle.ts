import type { Context } from '#server/platform/context.ts'

/** What authenticators keep a user under: the same each time, and telling nothing. */
export const handleOf = ({ secrets }: Pick<Context, 'secrets'>, userId: number): Buffer =>
  secrets.hmac('passkey user', String(userId))
