import fastify from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { installErrorAnswers } from '#server/platform/http/errors.ts'
import { testDatabase } from '#test/database/database.ts'
import { logOptions } from './loggable-error.ts'

const CANARY = 'canary@puoti.example'

let database: DatabaseHandle
let failing: () => unknown
const logged: string[] = []
const app = fastify({ logger: { ...logOptions('info'), stream: { write: line => void logged.push(line) } } })

beforeAll(async () => {
  database = await testDatabase()
  installErrorAnswers(app)
  app.get('/api/fails', async () => failing())
  await sql`INSERT INTO app_user (email, language_id) VALUES (${CANARY}, 1001)`.execute(database.kysely)
})
beforeEach(() => void logged.splice(0))
afterAll(async () => {
  await app.close()
  await database.close()
})

/** The error in the log of a failed request. */
async function getLog(failure: () => unknown): Promise<Record<string, unknown>> {
  failing = failure
  const answer = await app.inject('/api/fails')
  expect(answer.statusCode).toBe(500)
  const line = logged.map(text => JSON.parse(text)).find(({ msg }) => msg === 'the request failed')
  return line.err
}
const running = (statement: RawBuilder<unknown>) => () => statement.execute(database.kysely)

describe('a value that PostgreSQL quotes', () => {
  test.each([
    ['the key of a duplicate', sql`INSERT INTO app_user (email, language_id) VALUES (${CANARY}, 1001)`, '23505'],
    ['the row that violates a check', sql`UPDATE app_user SET is_verified = true WHERE email = ${CANARY}`, '23514'],
    ['the row that lacks a value', sql`UPDATE app_user SET language_id = NULL WHERE email = ${CANARY}`, '23502'],
    ['the text that is not a number', sql`SELECT email::integer FROM app_user WHERE email = ${CANARY}`, '22P02'],
    ['the context of a function', sql`DO $$ BEGIN PERFORM ('x' || 'canary@puoti.example')::date; END $$`, '22007'],
  ])('is not logged: %s', async (_, statement, code) => {
    const error = await getLog(running(statement))
    expect(error).toMatchObject({ type: 'DatabaseError', code })
    expect(logged.join('\n')).not.toContain('canary')
  })

  test('is not logged as part of the cause of another error either', async () => {
    const failure = running(sql`INSERT INTO app_user (email, language_id) VALUES (${CANARY}, 1001)`)
    const error = await getLog(() =>
      failure().catch((cause: unknown) => {
        throw new Error('the user was not made', { cause })
      }),
    )
    expect(error).toMatchObject({ message: 'the user was not made', cause: { code: '23505' } })
    expect(logged.join('\n')).not.toContain('canary')
  })
})

test('an error is logged with its type, message, code, constraint and stack', async () => {
  const error = running(sql`INSERT INTO app_user (email, language_id) VALUES (${CANARY}, 1001)`)
  expect(await getLog(error)).toMatchObject({
    type: 'DatabaseError',
    message: 'duplicate key value violates unique constraint "app_user_email_key"',
    code: '23505',
    table: 'app_user',
    constraint: 'app_user_email_key',
    stack: expect.stringMatching(/^DatabaseError: duplicate key.*\n\s+at /),
  })
})

test('an additional property of an error is not logged', async () => {
  const error = await getLog(() => {
    throw Object.assign(new TypeError('no such thing'), { response: CANARY })
  })
  expect(error).toMatchObject({ type: 'TypeError', message: 'no such thing' })
  expect(logged.join('\n')).not.toContain('canary')
})

test('a thrown value that is not an error is not logged', async () => {
  const error = await getLog(() => {
    throw CANARY
  })
  expect(error).toMatchObject({ type: 'string' })
  expect(logged.join('\n')).not.toContain('canary')
})

test('a lost connection is logged with its message, as a database that did not answer', async () => {
  failing = () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED', syscall: 'connect' })
  }
  expect((await app.inject('/api/fails')).statusCode).toBe(503)
  expect(logged.join('')).not.toContain('is no error')
  const line = logged.map(text => JSON.parse(text)).find(({ msg }) => msg === 'the database did not answer')
  expect(line).toMatchObject({ reason: 'connect ECONNREFUSED 127.0.0.1:5432' })
})

test('a copy of an error, as some libraries report it, is logged with its message and code', async () => {
  const error = await getLog(() =>
    Promise.reject({ message: 'the connection was lost', code: 'ECONNRESET', detail: CANARY }),
  )
  expect(error).toEqual({ type: 'object', message: 'the connection was lost', stack: '', code: 'ECONNRESET' })
  expect(JSON.parse(logged[0] ?? '{}').time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})
