import { DatabaseError } from 'pg'

/** Loggable fields of a PostgreSQL error: where it happened. Its `detail`, `where` and the like quote rows. */
const DATABASE_FIELDS = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const
const MAX_DEPTH = 5

/** `type`, `message` and `stack`, as pino writes them, and a few more. */
type LoggableError = { type: string; message: string; stack: string; [field: string]: unknown }

/**
 * An error as a log may contain it: its kind, message, code and place, and no other property. A database quotes the rows and
 * values that it refuses, with the addresses and phone numbers in them: those stay out.
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return notAnError(error)
  const { name: type } = error.constructor
  const message = getMessage(error)
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...stackLines(error)].join('\n'),
    ...('code' in error && { code: error.code }),
    ...(error instanceof DatabaseError && placeInDatabase(error)),
    ...(error.cause !== undefined && depth < MAX_DEPTH && { cause: loggableError(error.cause, depth + 1) }),
  }
}

/** Some libraries report a copy of an error, as a plain object. */
function notAnError(thrown: unknown): LoggableError {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown) || typeof thrown.message !== 'string')
    return { type: typeof thrown, message: 'what was thrown is no error', stack: '' }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  const message = code?.startsWith('22') ? thrown.message.replaceAll(/".*"/gs, '"…"') : thrown.message
  return { type: 'object', message, stack: '', ...(code !== undefined && { code }) }
}

/** In PostgreSQL's errors about data (SQLSTATE 22…) the quoted text is a value; elsewhere it is a name. */
const getMessage = (error: Error): string =>
  error instanceof DatabaseError && error.code?.startsWith('22')
    ? error.message.replaceAll(/".*"/gs, '"…"')
    : error.message

/** The stack without the message before it. */
const stackLines = ({ stack = '' }: Error): string[] => stack.split('\n').filter(line => /^\s+at /.test(line))

const placeInDatabase = (error: DatabaseError) =>
  Object.fromEntries(DATABASE_FIELDS.filter(field => error[field]).map(field => [field, error[field]]))

/** Options of the server's log, wherever a server is created. */
export const logOptions = (level: string) => ({
  level,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: ['req.headers.cookie', 'req.headers["x-csrf-token"]'],
  serializers: { err: (error: unknown) => loggableError(error) },
})
