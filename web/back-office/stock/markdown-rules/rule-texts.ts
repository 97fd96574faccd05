import type { MarkdownRules } from '#contract/stock/markdown-rules.ts'
import type { MarkdownStep } from '#domain/catalogue/markdown.ts'
import { percentText } from '#domain/format/percent-text.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

type Rule = MarkdownRules['rules'][number]

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

/** What a rule is for, as the value of a choice: `all`, `group:3` or `product:1001`. */
export const toTarget = ({ product_id: product, group_id: group }: Rule): string =>
  product !== null ? `product:${product}` : group === null ? 'all' : `group:${group}`

export function parseTarget(target: string): Pick<Rule, 'product_id' | 'group_id'> {
  const [kind, id] = target.split(':')
  return { product_id: kind === 'product' ? Number(id) : null, group_id: kind === 'group' ? Number(id) : null }
}
