import { describe, expect, test } from 'vitest'
import { whichScreen } from './session-gate.tsx'

const verified = { is_verified: true }
const unverified = { is_verified: false }

const OPEN = [
  '/login/12/1763670000/abc_-DEF',
  '/phone-blocked',
  '/user-disabled',
  '/accessibility',
  '/removal',
  '/privacy',
]

describe.each(OPEN)('%s', path => {
  test.each([[null], [unverified], [verified]])('is open to %o', user => {
    expect(whichScreen(path, user)).toBe('page')
  })
})

describe.each(['/home', '/basket', '/products', '/users/1001/edit'])('%s', path => {
  test('shows the login form to a visitor', () => {
    expect(whichScreen(path, null)).toBe('login')
  })

  test('shows the phone verification to a user without a verified phone', () => {
    expect(whichScreen(path, unverified)).toBe('verification')
  })

  test('shows its page to a verified user', () => {
    expect(whichScreen(path, verified)).toBe('page')
  })
})

describe.each(['/login', '/login/', '/login/12', '/login/12/3', '/login/1/2/3/4', '/login/1/2/3/'])('%s', path => {
  test('shows the login form to a visitor and redirects a signed-in user to /home', () => {
    expect(whichScreen(path, null)).toBe('login')
    expect(whichScreen(path, unverified)).toBe('unknown')
    expect(whichScreen(path, verified)).toBe('unknown')
  })
})

const UNKNOWN = [
  '/',
  '/foo',
  '/home/',
  '/HOME',
  '/Basket',
  '/basket/x',
  '/removal/',
  '/removal/x',
  '/Privacy',
  '/Login',
]

describe.each([...UNKNOWN, '/products/1/edit/x', '/users/'])('%s', path => {
  test.each([[null], [unverified], [verified]])('redirects %o to /home: addresses match exactly', user => {
    expect(whichScreen(path, user)).toBe('unknown')
  })
})
