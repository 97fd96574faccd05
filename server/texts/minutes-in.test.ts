import { expect, test } from 'vitest'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { phoneTakenSms, verificationSms } from '#server/modules/accounts/phone-verification/send-code.ts'
import { removalMail } from '#server/modules/accounts/privacy/removal-code.ts'
import { signInMail } from '#server/modules/accounts/sign-in/request-link.ts'

const SAID: Record<LanguageCode, readonly [one: RegExp, ten: RegExp]> = {
  en: [/\b1 minute\b(?!s)/, /\b10 minutes\b/],
  fi: [/\b1 minuutin\b/, /\b10 minuut(in ajan|tia)\b/],
  sv: [/\b1 minut\b(?!er)/, /\b10 minuter\b/],
}

test.each(LANGUAGE_CODES)('each message in %s has the singular for one minute and the plural for ten', language => {
  const [email, code, link, host] = ['a@puoti.example', '123456', 'https://puoti.example/login/1/2/x', 'puoti.example']
  const seller = 'Puoti Oy'
  const messages = (minutes: number) => [
    signInMail({ email, code, link, minutes, seller, language }).text,
    signInMail({ email, code, link, minutes, seller, language }).html,
    removalMail({ email, code, minutes, seller, language }).text,
    verificationSms({ code, host, minutes, language }),
    phoneTakenSms({ code, host, minutes, language }),
  ]
  const [one, ten] = SAID[language]
  for (const message of messages(1)) expect(message).toMatch(one)
  for (const message of messages(10)) expect(message).toMatch(ten)
})
