import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { escapeHtml } from '#server/platform/email/email-template.ts'
import { minutesIn } from '#server/platform/texts/minutes-in.ts'

type Texts = {
  subject: string
  greeting: string
  intro: (email: string) => string
  button: string
  codeIntro: string
  validity: (minutes: number) => string
  notYou: string
}

const TEXTS = {
  en: {
    subject: 'Your login link to Puoti',
    greeting: 'Hello!',
    intro: email => `Log in to Puoti as ${email} with this link:`,
    button: 'Log in',
    codeIntro: 'Or type this code where you asked for the link:',
    validity: minutes => `Link and code work once, within ${minutesIn('en', minutes)}.`,
    notYou: 'If you did not ask for this, you need not do anything: nobody gets in without this message.',
  },
  fi: {
    subject: 'Kirjautumislinkkisi Puotiin',
    greeting: 'Hei!',
    intro: email => `Kirjaudu Puotiin osoitteella ${email} tästä linkistä:`,
    button: 'Kirjaudu',
    codeIntro: 'Tai kirjoita tämä koodi sinne, missä pyysit linkkiä:',
    validity: minutes => `Linkki ja koodi toimivat kerran, ${minutes} minuutin ajan.`,
    notYou: 'Jos et pyytänyt tätä, sinun ei tarvitse tehdä mitään: ilman tätä viestiä kukaan ei pääse sisään.',
  },
  sv: {
    subject: 'Din inloggningslänk till Puoti',
    greeting: 'Hej!',
    intro: email => `Logga in i Puoti som ${email} med den här länken:`,
    button: 'Logga in',
    codeIntro: 'Eller skriv den här koden där du bad om länken:',
    validity: minutes => `Länken och koden fungerar en gång, i ${minutesIn('sv', minutes)}.`,
    notYou: 'Om du inte bad om detta behöver du inte göra något: utan det här meddelandet kommer ingen in.',
  },
} satisfies Record<LanguageCode, Texts>

export type SignInMail = { email: string; link: string; code: string; minutes: number; language: LanguageCode }

/** The sign-in mail, as text and HTML. External input appears in it as literal text. */
export function signInMail(mail: SignInMail): Omit<MailMessage, 'to'> {
  const texts: Texts = TEXTS[mail.language]
  return { subject: texts.subject, text: asText(mail, texts), html: asHtml(mail, texts) }
}

const asText = ({ email, link, code, minutes }: SignInMail, texts: Texts): string =>
  [
    texts.greeting,
    `${texts.intro(email)}\n${link}`,
    `${texts.codeIntro}\n${code}`,
    texts.validity(minutes),
    texts.notYou,
  ].join('\n\n') + '\n'

const BODY_STYLE = 'margin:0;padding:24px;background:#f7f5ef;color:#16241a;font:16px/1.5 sans-serif'
const PANEL_STYLE = 'max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px'
const BUTTON_STYLE =
  'display:inline-block;padding:16px 32px;border-radius:8px;background:#1b5e20;color:#ffffff;font-weight:bold;text-decoration:none'
const CODE_STYLE = 'font:bold 28px/1.5 monospace;letter-spacing:4px'

function asHtml({ email, link, code, minutes, language }: SignInMail, texts: Texts): string {
  const subject = escapeHtml(texts.subject)
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${BODY_STYLE}">
<div style="${PANEL_STYLE}">
<p>${escapeHtml(texts.greeting)}</p>
<p>${escapeHtml(texts.intro(email))}</p>
<p><a href="${escapeHtml(link)}" style="${BUTTON_STYLE}">${escapeHtml(texts.button)}</a></p>
<p>${escapeHtml(texts.codeIntro)}</p>
<p style="${CODE_STYLE}">${escapeHtml(code)}</p>
<p>${escapeHtml(texts.validity(minutes))}</p>
<p>${escapeHtml(texts.notYou)}</p>
</div>
</body>
</html>
`
}
