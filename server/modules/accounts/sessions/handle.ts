import type { Context } from '#server/platform/context.ts'

/** What a session is called by its owner: made of the token's hash, and never that hash itself. */
export const handleOf = ({ secrets }: Pick<Context, 'secrets'>, tokenHash: Buffer): string =>
  secrets.hmac('session handle', tokenHash.toString('hex')).toString('base64url')
