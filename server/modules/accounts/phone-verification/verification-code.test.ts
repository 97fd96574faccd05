import { expect, test } from 'vitest'
import { makeSecrets, randomCode } from '#server/platform/secrets/secrets.ts'
import { readSmsCode, verificationCodeHash } from './verification-code.ts'

test('each of the million codes survives conversion to a number, including its leading zeros', () => {
  const lost: number[] = []
  for (let code = 0; code < 1_000_000; code++) {
    if (readSmsCode(code) !== String(code).padStart(6, '0')) lost.push(code)
  }
  expect(lost).toEqual([])
  expect(readSmsCode(0)).toBe('000000')
  expect(readSmsCode(12_345)).toBe('012345')
})

test.each([-1, 0.5, 1_000_000, 1e308, NaN, Infinity, '12345', '1234567', 'abcdef', '', '0x1234', '1e5'])(
  '%s is not a valid code',
  typed => {
    expect(readSmsCode(typed)).toBeUndefined()
  },
)

test('a text code keeps its leading zeros; spaces and hyphens are ignored', () => {
  expect(readSmsCode('012345')).toBe('012345')
  expect(readSmsCode(' 012 345\n')).toBe('012345')
  expect(readSmsCode('012-345')).toBe('012345')
})

test('codes always have six digits', () => {
  const codes = Array.from({ length: 5_000 }, randomCode)
  expect(codes.every(code => /^\d{6}$/.test(code))).toBe(true)
  expect(codes.some(code => code.startsWith('0'))).toBe(true)
})

test('the hash depends on the user, the phone, the code and the installation’s secret', () => {
  const plain = { userId: 1001, phone: '+358401234567', code: '012345' }
  const secrets = makeSecrets('one')
  const hash = verificationCodeHash(secrets, plain)
  for (const other of [{ userId: 1002 }, { phone: '+358401234568' }, { code: '012346' }]) {
    expect(verificationCodeHash(secrets, { ...plain, ...other })).not.toEqual(hash)
  }
  expect(verificationCodeHash(makeSecrets('other'), plain)).not.toEqual(hash)
})
