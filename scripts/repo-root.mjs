import { fileURLToPath } from 'node:url'

/** The repository's directory, without a slash at its end. */
export const REPO_ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** The machine lacks something; the message is the sentence that says what to do. */
export class NotReadyError extends Error {}
