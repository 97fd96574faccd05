import type { LanguageCode } from '#contract/values.ts'
import { minutesIn } from '#server/platform/texts/minutes-in.ts'

type Texts = Record<LanguageCode, (code: string, validFor: string) => string>

const CODE: Texts = {
  en: (code, validFor) => `Your Puoti code is ${code}. It works for ${validFor}.`,
  fi: (code, validFor) => `Puoti-koodisi on ${code}. Se toimii ${validFor}.`,
  sv: (code, validFor) => `Din Puoti-kod är ${code}. Den fungerar i ${validFor}.`,
}

const TAKEN: Texts = {
  en: (code, validFor) =>
    `This number already has a Puoti account: log in with the e-mail address that you used then. If you asked for a code, it is ${code} and works for ${validFor}. If not, you need not do anything.`,
  fi: (code, validFor) =>
    `Tällä numerolla on jo Puoti-tili: kirjaudu sillä sähköpostiosoitteella, jota silloin käytit. Jos pyysit koodia, se on ${code} ja toimii ${validFor}. Jos et pyytänyt, sinun ei tarvitse tehdä mitään.`,
  sv: (code, validFor) =>
    `Det här numret har redan ett Puoti-konto: logga in med den e-postadress som du använde då. Om du bad om en kod är den ${code} och fungerar i ${validFor}. Om inte behöver du inte göra något.`,
}

export type VerificationSms = { code: string; minutes: number; host: string; language: LanguageCode }

/** The format of the last line lets a phone offer and fill in the code on pages of that host only. */
const withCode = (texts: Texts, { code, minutes, host, language }: VerificationSms): string =>
  `${texts[language](code, minutesIn(language, minutes))}\n\n@${host} #${code}`

export const verificationSms = (sms: VerificationSms): string => withCode(CODE, sms)

/** For a number that has an account: its owner may have forgotten the account, or another user entered the number. */
export const takenPhoneSms = (sms: VerificationSms): string => withCode(TAKEN, sms)
