import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { hashesOfPhone, hashedPhone, verifyHmac, makeSecrets, openSecrets, createEncryptor } from './secrets.ts'

const [OLD, NEW] = ['the secret of the first years, long enough', 'the secret since the leak, long enough too']
const old = makeSecrets(OLD)
const both = makeSecrets(NEW, OLD)
const alone = makeSecrets(NEW)
const seal = (secrets = old, text = 'a token') => createEncryptor(secrets, 'locks').encrypt('store 1', text)
const open = (encrypted: string, secrets = both) => createEncryptor(secrets, 'locks').decrypt('store 1', encrypted)

describe('an encrypted text', () => {
  test('names its algorithm and its secret, and two secrets have two names', () => {
    expect(seal()).toMatch(/^[A-Za-z0-9+/]+=A256GCM\.[\w-]{8}$/)
    expect(new Set([...both.names, ...old.names, ...alone.names]).size).toBe(2)
    expect(seal().endsWith(old.names[0])).toBe(true)
    expect(OLD).not.toContain(old.names[0])
  })

  test('is encrypted with the newest secret, and decrypted with the one that it names', () => {
    expect([
      createEncryptor(both, 'locks').isNewest(seal(both)),
      createEncryptor(both, 'locks').isNewest(seal(old)),
    ]).toEqual([true, false])
    expect([open(seal(both)), open(seal(old)), open(seal(both), alone)]).toEqual(['a token', 'a token', 'a token'])
  })

  test('is not decrypted without its secret, for another subject or purpose, or under another mark', () => {
    expect(() => open(seal(old), alone)).toThrow('not known here')
    expect(() => createEncryptor(both, 'locks').decrypt('store 2', seal())).toThrow()
    expect(() => createEncryptor(both, 'terminals').decrypt('store 1', seal())).toThrow()
    expect(() => open(seal(old).replace(old.names[0], alone.names[0]))).toThrow()
    expect(() => open(seal().replace('A256GCM', 'A128CBC'))).toThrow('not known here')
    const encrypted = seal()
    expect(() => open((encrypted.startsWith('A') ? 'B' : 'A') + encrypted.slice(1))).toThrow()
    expect(() => open('')).toThrow()
  })

  test.each(['', 'a', 'ab', 'abc', 'åäö €', 'x'.repeat(1000)])('is decrypted at any length: %s', text => {
    expect(open(seal(old, text))).toBe(text)
  })
})

test('a hash of an earlier secret stays valid, and a new one uses the newest secret', () => {
  const hash = old.hmac('code', '123456')
  expect(verifyHmac(both, 'code', { text: '123456', hash })).toBe(true)
  expect(verifyHmac(both, 'code', { text: '123457', hash })).toBe(false)
  expect(verifyHmac(alone, 'code', { text: '123456', hash })).toBe(false)
  expect(both.hmac('code', '123456')).toEqual(alone.hmac('code', '123456'))
  expect(hashesOfPhone(both, '+358401234567')).toEqual([alone, old].map(each => hashedPhone(each, '+358401234567')))
})

describe('an installation', () => {
  let database: DatabaseHandle
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())
  const getNames = async (secret: string | undefined, ...earlierSecrets: string[]) =>
    (await openSecrets(database.kysely, { secret, earlierSecrets })).names

  test('has the configured secrets, or the one that its first start stored, also named “stored”', async () => {
    expect(await getNames(NEW, OLD)).toEqual(both.names)
    expect(await getNames(NEW, 'stored')).toEqual(alone.names)
    const names = await getNames(undefined)
    expect(await getNames(undefined)).toEqual(names)
    expect(await getNames(NEW, OLD, 'stored')).toEqual([...both.names, ...names])
  })
})
