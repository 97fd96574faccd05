import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { signInMail } from './sign-in-mail.ts'
import { verificationSms } from './verification-sms.ts'

const MAIL = {
  email: 'aino@puoti.example',
  link: 'https://puoti.example/login/1001/1790000000000/abc-_DEF',
  code: '012345',
  minutes: 10,
  language: 'en',
} as const

test.each(LANGUAGE_CODES)(
  'the mail in %s has link, code, address and how long they work, as text and as HTML',
  language => {
    const { subject, text, html } = signInMail({ ...MAIL, language })
    expect(subject).toContain('Puoti')
    for (const body of [text, html]) {
      for (const part of [MAIL.link, MAIL.code, MAIL.email, '10']) expect(body).toContain(part)
    }
    expect(html).toContain(`<html lang="${language}">`)
    expect(text).not.toMatch(/[<>]/)
  },
)

test('each language has words of its own', () => {
  const mails = LANGUAGE_CODES.map(language => signInMail({ ...MAIL, language }))
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3)
  expect(new Set(mails.map(({ text }) => text)).size).toBe(3)
  const texts = LANGUAGE_CODES.map(language =>
    verificationSms({ code: '012345', minutes: 10, host: 'puoti.example', language }),
  )
  expect(new Set(texts).size).toBe(3)
})

test('what came from outside stands in the mail literally', () => {
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
  // Letters that one SMS of 160 characters can hold.
  expect(text).toMatch(/^[\w\s@#.,:;'äöåÄÖÅ-]+$/)
})
