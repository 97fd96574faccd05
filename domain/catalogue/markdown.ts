import { DAY_MS } from '#domain/durations.ts'
import { roundHalfAwayFromZero } from '#domain/money.ts'
import { lastDay, type Lot } from './lot.ts'

/** From `days_left` days before a package's date on, its price is lower by `percent`. Below 0: after a best-before date. */
export type MarkdownStep = { days_left: number; percent: number }

/** Steps for a product, for a group, or without both for all products of a store. */
export type MarkdownRule = { product_id: number | null; group_id: number | null; steps: MarkdownStep[] }

export const MARKDOWN_DAYS = { min: -60, max: 90 }
export const MARKDOWN_PERCENT = { min: 1, max: 90 }

type RuleProblem = { field: string; problem: 'taken' | 'invalid' }

/** A rule is for one thing, each thing has one rule, and each day of it one step. */
export function markdownProblems(rules: readonly MarkdownRule[]): RuleProblem[] {
  const target = ({ product_id, group_id }: MarkdownRule) => `${product_id}/${group_id}`
  return rules.flatMap((rule, index): RuleProblem[] => {
    const field = `rules.${index}`
    const days = rule.steps.map(step => step.days_left)
    if (rule.product_id !== null && rule.group_id !== null) return [{ field, problem: 'invalid' }]
    if (rules.findIndex(other => target(other) === target(rule)) < index) return [{ field, problem: 'taken' }]
    return new Set(days).size < days.length ? [{ field: `${field}.steps`, problem: 'taken' }] : []
  })
}

/** The steps of a product: of its own rule, else of its group's, else of the rule for all. */
export function findSteps(
  rules: readonly MarkdownRule[],
  { productId, groupId }: { productId: number; groupId: number | null },
): readonly MarkdownStep[] {
  const rule =
    rules.find(each => each.product_id === productId) ??
    rules.find(each => each.group_id !== null && each.group_id === groupId) ??
    rules.find(each => each.product_id === null && each.group_id === null)
  return rule?.steps ?? []
}

/** What a product must have for its packages to be judged. */
export type JudgedProduct = {
  priceCents: number
  /** Included in the price; never reduced. */
  depositCents?: number | undefined
  markdown?: readonly MarkdownStep[] | undefined
  recalledLots?: readonly string[] | undefined
}

/** A package may be sold, at its price or at a lower one; or why it must not be sold. */
export type MarkdownDecision =
  | { kind: 'sold'; priceCents: number; percent?: number }
  | { kind: 'lot-recalled' | 'use-by-passed' | 'best-before-passed' }

/**
 * Judges a package at the scan, at the order and on the phone alike. `today` (yyyy-mm-dd) is the store's. A best-before day that has
 * passed is sold only if a step reduces it.
 */
export function judgeLot(product: JudgedProduct, lot: Lot | undefined, today: string): MarkdownDecision {
  const { priceCents, depositCents = 0, markdown = [], recalledLots = [] } = product
  if (lot?.lot !== undefined && recalledLots.includes(lot.lot)) return { kind: 'lot-recalled' }
  const day = lot && lastDay(lot)
  if (lot === undefined || day === undefined) return { kind: 'sold', priceCents }
  const daysLeft = countDays(today, day)
  if (lot.useBy !== undefined && daysLeft < 0) return { kind: 'use-by-passed' }
  const percent = findStep(markdown, daysLeft)?.percent
  if (percent === undefined) return daysLeft < 0 ? { kind: 'best-before-passed' } : { kind: 'sold', priceCents }
  const reducedCents = depositCents + roundHalfAwayFromZero(BigInt((priceCents - depositCents) * (100 - percent)), 100n)
  return { kind: 'sold', priceCents: reducedCents, percent }
}

/** The step by which a package is reduced today, and its price; undefined: it isn't, or must not be sold. */
export function reducedBy(
  product: JudgedProduct,
  lot: Lot,
  today: string,
): { step: MarkdownStep; priceCents: number } | undefined {
  const judged = judgeLot(product, lot, today)
  const step = findStep(product.markdown ?? [], countDays(today, lastDay(lot) ?? today))
  return judged.kind === 'sold' && judged.percent !== undefined && step
    ? { step, priceCents: judged.priceCents }
    : undefined
}

const countDays = (from: string, until: string): number => Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS)

/** The last step that has begun. What begins before the date ends with it. */
const findStep = (steps: readonly MarkdownStep[], daysLeft: number): MarkdownStep | undefined =>
  steps
    .filter(step => step.days_left >= daysLeft && (daysLeft >= 0 || step.days_left < 0))
    .toSorted((a, b) => a.days_left - b.days_left)[0]
