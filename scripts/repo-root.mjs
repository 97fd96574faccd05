import { fileURLToPath } from 'node:url'

/** The repository's directory, without a trailing slash. */
export const REPO_ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** The machine lacks something; the message contains the instruction for the user. */
export class NotReadyError extends Error {}
