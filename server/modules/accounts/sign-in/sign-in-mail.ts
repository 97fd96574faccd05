import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { escapeHtml } from '#server/platform/email/email-template.ts'
import { minutesIn } from '#server/platform/texts/minutes-in.ts'

type Texts = {
  subject: (code: string, seller: string) => string
  greeting: string
  intro: (email: string) => string
  button: string
  codeIntro: string
  validity: (minutes: number) => string
  notYou: string
}

const TEXTS = {
  en: {
    subject: (code, seller) => `${code} is your login code for ${seller}`,
    greeting: 'Hello!',
    intro: email => `Use this link to log in as ${email}:`,
    button: 'Log in',
    codeIntro: 'Or enter this code on the screen where you asked for it:',
    validity: minutes => `The link and the code can be used once and expire in ${minutesIn('en', minutes)}.`,
    notYou: 'Didn’t ask for this? You can ignore this email. No one can log in without it.',
  },
  fi: {
    subject: (code, seller) => `${code} on kirjautumiskoodisi (${seller})`,
    greeting: 'Hei!',
    intro: email => `Kirjaudu sisään osoitteella ${email} tästä linkistä:`,
    button: 'Kirjaudu sisään',
    codeIntro: 'Tai kirjoita tämä koodi sivulle, jolla pyysit linkin:',
    validity: minutes => `Linkki ja koodi ovat kertakäyttöisiä ja voimassa ${minutesIn('fi', minutes)}.`,
    notYou:
      'Jos et pyytänyt kirjautumista, voit jättää tämän viestin huomiotta. Ilman viestiä kukaan ei voi kirjautua tilillesi.',
  },
  sv: {
    subject: (code, seller) => `${code} är din inloggningskod (${seller})`,
    greeting: 'Hej!',
    intro: email => `Logga in som ${email} med den här länken:`,
    button: 'Logga in',
    codeIntro: 'Eller ange den här koden på sidan där du bad om den:',
    validity: minutes => `Länken och koden kan användas en gång och gäller i ${minutesIn('sv', minutes)}.`,
    notYou: 'Om du inte bad om detta kan du bortse från meddelandet. Ingen kan logga in utan det.',
  },
} satisfies Record<LanguageCode, Texts>

export type SignInMail = {
  email: string
  link: string
  code: string
  minutes: number
  /** The company in the subject and the signature. */
  seller: string
  language: LanguageCode
}

/** The sign-in mail, as text and HTML. External input appears in it as literal text. */
export function signInMail(mail: SignInMail): Omit<MailMessage, 'to'> {
  const texts: Texts = TEXTS[mail.language]
  return { subject: texts.subject(mail.code, mail.seller), text: asText(mail, texts), html: asHtml(mail, texts) }
}

const asText = ({ email, link, code, minutes, seller }: SignInMail, texts: Texts): string =>
  [
    texts.greeting,
    `${texts.intro(email)}\n${link}`,
    `${texts.codeIntro}\n${code}`,
    texts.validity(minutes),
    texts.notYou,
    seller,
  ].join('\n\n') + '\n'

const BODY_STYLE = 'margin:0;padding:24px;background:#f7f5ef;color:#16241a;font:16px/1.5 sans-serif'
const PANEL_STYLE = 'max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px'
const BUTTON_STYLE =
  'display:inline-block;padding:16px 32px;border-radius:8px;background:#1b5e20;color:#ffffff;font-weight:bold;text-decoration:none'
const CODE_STYLE = 'font:bold 28px/1.5 monospace;letter-spacing:4px'

function asHtml({ email, link, code, minutes, seller, language }: SignInMail, texts: Texts): string {
  const subject = escapeHtml(texts.subject(code, seller))
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
<p>${escapeHtml(seller)}</p>
</div>
</body>
</html>
`
}
