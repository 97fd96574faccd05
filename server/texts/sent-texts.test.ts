import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { verificationSms } from '#server/modules/accounts/phone-verification/send-code.ts'
import { signInMail } from '#server/modules/accounts/sign-in/request-link.ts'
import { bookedMail, cancelledMail, type PreorderEmail } from '#server/modules/preorders/booking/notify-shopper.ts'

const MAIL = {
  email: 'aino@puoti.example',
  link: 'https://puoti.example/login/1001/1790000000000/abc-_DEF',
  code: '012345',
  minutes: 10,
  seller: 'Ruukkikylien Puodit Oy',
  language: 'en',
} as const

test.each(LANGUAGE_CODES)(
  'the sign-in email in %s contains link, code, address, minutes and company, as text and as HTML',
  language => {
    const { subject, text, html } = signInMail({ ...MAIL, language })
    expect(subject).toMatch(/^012345 .*Ruukkikylien Puodit Oy/)
    for (const body of [text, html]) {
      for (const part of [MAIL.link, MAIL.code, MAIL.email, MAIL.seller, '10']) expect(body).toContain(part)
    }
    expect(html).toContain(`<html lang="${language}">`)
    expect(text).not.toMatch(/[<>]/)
  },
)

test('each language has its own wording', () => {
  const mails = LANGUAGE_CODES.map(language => signInMail({ ...MAIL, language }))
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3)
  expect(new Set(mails.map(({ text }) => text)).size).toBe(3)
  const texts = LANGUAGE_CODES.map(language =>
    verificationSms({ code: '012345', minutes: 10, host: 'puoti.example', language }),
  )
  expect(new Set(texts).size).toBe(3)
})

test('input from outside appears literally in an email, and escaped in its HTML', () => {
  const email = `"<img src=x>&{{7*7}}\${1}"@puoti.example`
  const { text, html } = signInMail({ ...MAIL, email, link: 'https://puoti.example/"><script>alert(1)</script>' })
  expect(text).toContain(email)
  expect(html).toContain('&quot;&lt;img src=x&gt;&amp;{{7*7}}${1}&quot;@puoti.example')
  expect(html).not.toMatch(/<script|<img/)
})

test.each(LANGUAGE_CODES)('the SMS in %s fits one message and lets the phone fill in the code', language => {
  const text = verificationSms({ code: '012345', minutes: 10, host: 'kauppa.puoti.example', language })
  expect(text.length).toBeLessThanOrEqual(160)
  expect(text.split('\n').at(-1)).toBe('@kauppa.puoti.example #012345')
  // Characters of which one SMS can hold 160.
  expect(text).toMatch(/^[\w\s@#.,:;'äöåÄÖÅ-]+$/)
})

const PREORDER: PreorderEmail = {
  language: 'en',
  orderId: 1234,
  reference: '12344',
  event: '<b>Kalapäivä</b>',
  lines: [
    { name: 'Hauki', quantity: '3 kpl', amount: '36,00 €', isPerishable: true },
    { name: 'Verkko', quantity: '1 kpl', amount: '45,00 €', isPerishable: false },
  ],
  total: '81,00 €',
  vat: [{ percent: 13.5, amount: '9,63 €' }],
  store: 'Teijon puoti, Teijontie 27',
  pickUp: ['24.12.2026', '26.12.2026'],
  until: '23.12.2026 12:00',
  operator: { address: 'Puoti Oy, 1234567-1, Kylätie 1', email: 'asiakas@puoti.example', phone: '+358401234567' },
  link: 'https://puoti.example/preorders/1234',
}

test.each(LANGUAGE_CODES)(
  'the booking email in %s contains goods, prices, place, times and how to withdraw',
  language => {
    const { subject, text, html } = bookedMail({ ...PREORDER, language }, 1200)
    expect(subject).toContain('1234')
    const goods = ['Hauki', '3 kpl', '36,00 €', 'Verkko', '81,00 €', '13,5', '9,63 €', '12344', '1200']
    const rest = [
      'Teijon puoti, Teijontie 27',
      '24.12.2026–26.12.2026',
      PREORDER.until,
      PREORDER.link,
      'asiakas@puoti.example',
    ]
    for (const part of [...goods, ...rest, 'Puoti Oy, 1234567-1, Kylätie 1']) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    expect(text).toContain('<b>Kalapäivä</b>')
    expect(html).not.toContain('<b>')
    // Goods that can't be withdrawn from are listed by name.
    expect(text).toMatch(/: Hauki\.$/m)
    const cancelled = cancelledMail({ ...PREORDER, language })
    expect([cancelled.subject, cancelled.text]).toEqual([
      expect.stringContaining('1234'),
      expect.stringContaining('Hauki'),
    ])
    expect(new Set([subject, cancelled.subject]).size).toBe(2)
  },
)

test('a booking email offers a withdrawal only for goods that are not perishable', () => {
  const [perishable, lasting] = PREORDER.lines.map(line => bookedMail({ ...PREORDER, lines: [line] }).text)
  expect(perishable).not.toContain('14 days')
  expect(lasting).toContain('14 days')
  expect(lasting).not.toContain('perishable')
})
