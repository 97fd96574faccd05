import type { LanguageCode } from '#contract/values.ts'

type Texts = { deposit: (euros: string) => string; inCase: (count: number) => string }

const TEXTS: Record<LanguageCode, Texts> = {
  en: { deposit: euros => `incl. deposit ${euros}`, inCase: count => `case of ${count}` },
  fi: { deposit: euros => `sis. pantti ${euros}`, inCase: count => `laatikossa ${count}` },
  sv: { deposit: euros => `inkl. pant ${euros}`, inCase: count => `${count} i lådan` },
}

/** The words on a shelf label. */
export const shelfLabelTexts = (language: LanguageCode): Texts => TEXTS[language]
