import { expect, test } from 'vitest'
import { normaliseEmail } from './email-address.ts'

test('a domain with letters of its language becomes the form in which mail is delivered', () => {
  expect(normaliseEmail(' Pekka@Mäkitupa.fi ')).toBe('pekka@xn--mkitupa-5wa.fi')
  expect(normaliseEmail('pekka@mäkitupa.fi'.normalize('NFD'))).toBe('pekka@xn--mkitupa-5wa.fi')
  expect(normaliseEmail('pekka@xn--mkitupa-5wa.fi')).toBe('pekka@xn--mkitupa-5wa.fi')
  expect(normaliseEmail('a@kauppa。example')).toBe('a@kauppa.example')
})

test('other addresses only lose case and invisible characters', () => {
  expect(normaliseEmail('Maija@Shop.Example\u200b')).toBe('maija@shop.example')
  expect(normaliseEmail('a@127.1')).toBe('a@127.1')
})

test('text that is no domain stays as it is, so that validation refuses it', () => {
  for (const text of ['ä', 'ä@', 'a@ä/b', 'a@ä?b', 'a@ä:80', 'a@ä b', 'a@%C3%A4', 'a@b@ä#', 'a@ä\\b'])
    expect(normaliseEmail(text)).toBe(text.toLowerCase())
})
