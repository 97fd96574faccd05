import type { LanguageCode } from '#contract/values.ts'

const TEXTS = {
  en: (code: string, minutes: number) => `Your Puoti code is ${code}. It works for ${minutes} minutes.`,
  fi: (code: string, minutes: number) => `Puoti-koodisi on ${code}. Se toimii ${minutes} minuuttia.`,
  sv: (code: string, minutes: number) => `Din Puoti-kod är ${code}. Den fungerar i ${minutes} minuter.`,
} satisfies Record<LanguageCode, (code: string, minutes: number) => string>

export type VerificationSms = { code: string; minutes: number; host: string; language: LanguageCode }

/** The last line is the form by which a phone offers the code to the page of that host alone, and types it. */
export const verificationSms = ({ code, minutes, host, language }: VerificationSms): string =>
  `${TEXTS[language](code, minutes)}\n\n@${host} #${code}`
