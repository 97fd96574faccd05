import type { LanguageCode } from '#contract/values.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { numberText } from '#domain/format/number-text.ts'
import { formatCents } from '#domain/money.ts'
import type { AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import { HELP_SCREENS } from '#domain/operations/duty/help.ts'
import { TEXTS } from '#server/texts/catalogues.ts'
import { fillIn } from '#server/texts/text.ts'

export type AlertFacts = Readonly<Record<string, string | number>>

/** What an alert's text is made of. `store`: null for the whole shop. */
export type AlertSubject = { cause: AlertCauseName; facts: AlertFacts; store: string | null; timeZone: string }

/** `title`: what is wrong, in a few words. `remedy`: what to do. */
export function alertText(
  { cause, facts, timeZone }: AlertSubject,
  language: LanguageCode,
): { title: string; remedy: string } {
  const getValue = (name: string) => factText(name, facts[name], { timeZone, language })
  return {
    title: fillIn(TEXTS[language][`operations.duty.causes.${cause}.title`], getValue),
    remedy: fillIn(TEXTS[language][`operations.duty.causes.${cause}.remedy`], getValue),
  }
}

type SpokenForm = { timeZone: string; language: LanguageCode }

function factText(name: string, value: string | number | undefined, { timeZone, language }: SpokenForm): string {
  const screen = name === 'screen' ? HELP_SCREENS.find(each => each === value) : undefined
  if (screen) return TEXTS[language][`operations.duty.screens.${screen}`]
  if (name === 'cents') return formatCents(Number(value))
  // Order numbers are not grouped.
  if (typeof value === 'number') return name === 'order' ? String(value) : numberText(value)
  return name.endsWith('At') ? formatDateTime(new Date(value ?? ''), timeZone) : (value ?? '')
}
