import type { MarkdownRules } from '#contract/stock/markdown-rules.ts'

type MarkdownRule = MarkdownRules['rules'][number]

/** What a rule is for, as the value of a choice: `all`, `group:3` or `product:1001`. */
export const toTarget = ({ product_id: product, group_id: group }: MarkdownRule): string =>
  product !== null ? `product:${product}` : group === null ? 'all' : `group:${group}`

export function parseTarget(target: string): Pick<MarkdownRule, 'product_id' | 'group_id'> {
  const [kind, id] = target.split(':')
  return { product_id: kind === 'product' ? Number(id) : null, group_id: kind === 'group' ? Number(id) : null }
}
