import { useQueryClient } from '@tanstack/react-query'
import { type MarkdownRules, markdownRules } from '#contract/stock/markdown-rules.ts'
import type { MarkdownStep } from '#domain/catalogue/markdown.ts'
import type { Fields } from '#domain/three-way-merge.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { parseTarget, toTarget } from './rule-texts.ts'

type MarkdownRule = MarkdownRules['rules'][number]

/** All rules in one text, by `writeRules`. */
export type RulesFormValues = { rules: string }

export const parseSteps = (text: string): MarkdownStep[] => JSON.parse(text) as MarkdownStep[]

const writeSteps = (steps: readonly MarkdownStep[]): string =>
  JSON.stringify(steps.map(({ days_left, percent }) => ({ days_left, percent })))

/** Pairs of what a rule is for and its steps, both as text. */
const parsePairs = (text: string): [string, string][] => JSON.parse(text) as [string, string][]

export const parseRules = (text: string): MarkdownRule[] =>
  parsePairs(text).map(([target, steps]) => ({ ...parseTarget(target), steps: parseSteps(steps) }))

export const writeRules = (rules: readonly MarkdownRule[]): string =>
  JSON.stringify(rules.map(rule => [toTarget(rule), writeSteps(rule.steps)]))

/** Each rule becomes a field, named by what the rule is for. */
export const RULES_MERGING: MergeShape<RulesFormValues> = {
  split: ({ rules }): Fields => Object.fromEntries(parsePairs(rules)),
  join: fields => ({ rules: JSON.stringify(Object.entries(fields)) }),
}

const toFormState = ({ rules, revision }: MarkdownRules) => ({ values: { rules: writeRules(rules) }, revision })

/** The form of a store's rules, and their saving. */
export function useRulesForm(storeId: number, saved: MarkdownRules) {
  const cache = useQueryClient()
  const params = { id: storeId }
  return useRecordForm<RulesFormValues, MarkdownRules>({
    ...toFormState(saved),
    merging: RULES_MERGING,
    // Only what can be saved can be chosen.
    check: () => [],
    save: ({ rules }, revision = saved.revision) =>
      callApi(markdownRules.change, { params, body: { revision, rules: parseRules(rules) } }),
    read: toFormState,
    onSaved: newest => cache.setQueryData(queryKey(markdownRules.get, { params }), newest),
  })
}
