import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { SetupError } from '#server/platform/db/start-error.ts'
import { toExit, readArguments } from './command-line.ts'

test('a role that may not do something, and a database that can’t be used, end a program with one sentence and 78', () => {
  const forbidden = new DatabaseError('permission denied for schema public', 40, 'error')
  forbidden.code = '42501'
  expect(toExit(forbidden)).toEqual({
    message: expect.stringMatching(/^The role of DATABASE_URL may not do this\. .+$/),
    code: 78,
  })
  expect(toExit(new SetupError('The database is newer.'))).toEqual({ message: 'The database is newer.', code: 78 })
  expect(toExit(new Error('something else')).code).toBe(1)
})

test('-- before the arguments, as npm run needs it, changes nothing', () => {
  const read = (args: string[]) => readArguments(args, { values: ['email'], max: 1 })
  expect(read(['--', '--email', 'a@b.example']).valueOf('email')).toBe('a@b.example')
  expect(read(['--', 'FILE']).files).toEqual(['FILE'])
})
