import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { letterMail } from '#server/platform/email/letter.ts'
import { minutesIn } from '#server/platform/texts/minutes-in.ts'

type Texts = {
  subject: string
  intro: (email: string) => string
  validity: (minutes: number) => string
  forGood: string
  notYou: string
}

const TEXTS = {
  en: {
    subject: 'The code to remove your account',
    intro: email => `You are about to remove the account ${email}. Type this code on the page where you asked for it:`,
    validity: minutes => `The code works once, within ${minutesIn('en', minutes)}.`,
    forGood: 'An account that was removed can not be brought back.',
    notYou: 'If you did not ask for this, do not give the code to anybody: without it nothing is removed.',
  },
  fi: {
    subject: 'Koodi tilisi poistamiseen',
    intro: email => `Olet poistamassa tiliä ${email}. Kirjoita tämä koodi sivulle, jolla pyysit sen:`,
    validity: minutes => `Koodi toimii kerran, ${minutes} minuutin ajan.`,
    forGood: 'Poistettua tiliä ei voi palauttaa.',
    notYou: 'Jos et pyytänyt tätä, älä anna koodia kenellekään: ilman sitä mitään ei poisteta.',
  },
  sv: {
    subject: 'Koden för att ta bort ditt konto',
    intro: email => `Du är på väg att ta bort kontot ${email}. Skriv den här koden på sidan där du bad om den:`,
    validity: minutes => `Koden fungerar en gång, i ${minutesIn('sv', minutes)}.`,
    forGood: 'Ett konto som har tagits bort kan inte återställas.',
    notYou: 'Om du inte bad om detta, ge inte koden till någon: utan den tas ingenting bort.',
  },
} satisfies Record<LanguageCode, Texts>

export type RemovalMail = { email: string; code: string; minutes: number; language: LanguageCode }

/** The mail with the code that is required to remove an account. */
export function removalMail({ email, code, minutes, language }: RemovalMail): Omit<MailMessage, 'to'> {
  const texts: Texts = TEXTS[language]
  return letterMail({
    language,
    subject: texts.subject,
    parts: [texts.intro(email), code, texts.validity(minutes), texts.forGood, texts.notYou],
  })
}
