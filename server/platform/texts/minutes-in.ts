import type { LanguageCode } from '#contract/values.ts'

const ONE_AND_MORE: Record<LanguageCode, readonly [one: string, more: string]> = {
  en: ['minute', 'minutes'],
  fi: ['minuutin', 'minuuttia'],
  sv: ['minut', 'minuter'],
}

/** A number of minutes, after a verb: `works for 1 minute`, `toimii 1 minuutin`, `fungerar i 10 minuter`. */
export function minutesIn(language: LanguageCode, minutes: number): string {
  const [one, more] = ONE_AND_MORE[language]
  return `${minutes} ${minutes === 1 ? one : more}`
}
