import type { MarkdownStep } from '#domain/catalogue/markdown.ts'
import { percentText } from '#domain/format/percent-text.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

/** When a step begins. */
export function stepDayText(daysLeft: number, t: Translate): string {
  if (daysLeft === 0) return t('stock.onLastDay')
  return daysLeft > 0 ? t('stock.daysBefore', { count: daysLeft }) : t('stock.daysAfter', { count: -daysLeft })
}

/** As `2 days before: 30 % off; on the last day: 50 % off`. */
export const stepsText = (steps: readonly MarkdownStep[], t: Translate): string =>
  steps
    .toSorted((a, b) => b.days_left - a.days_left)
    .map(step => t('stock.stepText', { when: stepDayText(step.days_left, t), percent: percentText(step.percent) }))
    .join('; ')

/** Steps as the audit log stores them: `2: 30 %, 0: 50 %`. Undefined for any other text. */
export function readStoredSteps(text: string): MarkdownStep[] | undefined {
  const steps = text.split(', ').map(each => /^(-?\d+): (\d+) %$/.exec(each))
  return steps.every(step => step !== null)
    ? steps.map(([, days, percent]) => ({ days_left: Number(days), percent: Number(percent) }))
    : undefined
}
