import type { Context } from '#server/platform/context.ts'

/** A session's id for its owner: derived from the token's hash, and never that hash itself. */
export const handleOf = ({ secrets }: Pick<Context, 'secrets'>, tokenHash: Buffer): string =>
  secrets.hmac('session handle', tokenHash.toString('hex')).toString('base64url')
