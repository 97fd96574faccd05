import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOSTILE_LINKS } from '#test/hostile-links/hostile-links.ts'
import { inTier } from '#test/tier.ts'
import { MAX_LINK_LENGTH, openedBy, safeLink } from './safe-link.ts'

const ORIGIN = 'https://shop.example'

describe('a link in a notification', () => {
  test.each([
    '/home',
    '/',
    '/preorders/1001',
    '/basket?from=message#top',
    '/tuotteet/kes%C3%A4',
    '/home?next=a%20b&c=1',
    '/home/',
    'https://marjatila.example/',
    'https://www.marjatila.example/kes%C3%A4?a=b#c',
    'https://marjatila.example/@news/1',
    'https://xn--kyl-qla.example/',
  ])('may be %s', link => {
    expect(safeLink(link)).toBe(link)
    expect(safeLink(link, ORIGIN)).toBe(link)
  })

  test('is normalised', () => {
    expect(safeLink('HTTPS://Marjatila.Example')).toBe('https://marjatila.example/')
    expect(safeLink('https://marjatila.example?a=B')).toBe('https://marjatila.example/?a=B')
  })

  test('becomes a path if it points to a page of the shop, whatever the shop’s address is', () => {
    expect(safeLink('https://shop.example/home', ORIGIN)).toBe('/home')
    expect(safeLink('http://127.0.0.1:3000/basket?a=1', 'http://127.0.0.1:3000')).toBe('/basket?a=1')
    expect(safeLink('http://127.0.0.1:3000/basket', ORIGIN)).toBeUndefined()
    expect(safeLink('https://shop.example//evil.example', ORIGIN)).toBeUndefined()
    expect(safeLink('https://shop.example/api/admin/users', ORIGIN)).toBeUndefined()
  })

  test('opens the address that it shows', () => {
    expect(openedBy('/home', ORIGIN)).toBe('https://shop.example/home')
    expect(openedBy('https://marjatila.example/a', ORIGIN)).toBe('https://marjatila.example/a')
    expect(openedBy('javascript:alert(1)', ORIGIN)).toBeUndefined()
  })

  test(`has at most ${MAX_LINK_LENGTH} characters`, () => {
    const maxLength = `/${'a'.repeat(MAX_LINK_LENGTH - 1)}`
    expect(safeLink(maxLength)).toBe(maxLength)
    expect(safeLink(`${maxLength}a`)).toBeUndefined()
  })
})

describe('a hostile link', () => {
  test('is one of at least 200 different ones', () => {
    expect(new Set(HOSTILE_LINKS).size).toBe(HOSTILE_LINKS.length)
    expect(HOSTILE_LINKS.length).toBeGreaterThanOrEqual(200)
  })

  test('is never safe', () => {
    expect(HOSTILE_LINKS.filter(link => safeLink(link) !== undefined)).toEqual([])
    expect(HOSTILE_LINKS.filter(link => safeLink(link, ORIGIN) !== undefined)).toEqual([])
    expect(HOSTILE_LINKS.filter(link => openedBy(link, ORIGIN) !== undefined)).toEqual([])
  })

  // Pieces that are significant to URL parsers, in any order.
  const pieces = [
    '/',
    '//',
    '\\',
    '@',
    ':',
    '.',
    '..',
    '%2f',
    '%5c',
    '%09',
    '\t',
    'https:',
    'shop.example',
    'evil',
    '#',
    '?',
    'ä',
  ]
  test('never opens an address other than the one it shows, however it is composed', () => {
    const links = array(constantFrom(...pieces), { maxLength: 8 }).map(parts => parts.join(''))
    assert(
      property(links, link => {
        const safe = safeLink(link, ORIGIN)
        if (safe === undefined) return
        const { origin, href, username } = new URL(safe, ORIGIN)
        expect(username).toBe('')
        expect(href).toBe(openedBy(link, ORIGIN))
        if (safe.startsWith('/')) expect(origin).toBe(ORIGIN)
        else expect(safe.startsWith(`${origin}/`)).toBe(true)
      }),
      { numRuns: inTier({ merge: 3000, full: 20_000 }) },
    )
  })
})
