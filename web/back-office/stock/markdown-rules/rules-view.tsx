import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type MarkdownRules, markdownRules } from '#contract/stock/markdown-rules.ts'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { stepsText } from '#web/back-office/kit/markdown-texts.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import type { SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { useStandardProducts } from '#web/shop/catalogue/products/queries.ts'
import { RuleFields } from './rule-fields.tsx'
import { parseTarget, toTarget } from './rule-texts.ts'
import { parseRules, parseSteps, useRulesForm, writeRules } from './use-rules-form.ts'

type MarkdownRule = MarkdownRules['rules'][number]

const NEW_STEPS = [
  { days_left: 2, percent: 30 },
  { days_left: 0, percent: 50 },
]

/** All goods, each group and each product of the shelves. */
function useTargets(): readonly SelectOption[] {
  const { t } = useTranslation()
  const groups = useGroupOptions({ withHidden: true }) ?? []
  const products = useStandardProducts() ?? []
  return [
    { value: 'all', label: t('stock.allGoods') },
    ...groups.map(({ value, label }) => ({ value: `group:${value}`, label: t('stock.goodsOfGroup', { name: label }) })),
    ...products
      .map(({ id, name }) => ({ value: `product:${id}`, label: name }))
      .toSorted((a, b) => a.label.localeCompare(b.label, 'fi')),
  ]
}

/** By how much a store reduces goods before their date. */
export function MarkdownRulesView({ store }: { store: StockStore }) {
  const { data } = useQuery(queryFor(markdownRules.get, { params: { id: store.id } }))
  return data ? <RulesForm store={store} saved={data} /> : <RecordLoading />
}

function RulesForm({ store, saved }: { store: StockStore; saved: MarkdownRules }) {
  const { t } = useTranslation()
  const form = useRulesForm(store.id, saved)
  const targets = useTargets()
  const rules = parseRules(form.values.rules)
  const setRules = (changed: readonly MarkdownRule[]) => form.set('rules', writeRules(changed))
  const getLabel = (target: string) =>
    targets.find(({ value }) => value === target)?.label ?? target.replace(/^\w+:/, '')
  const free = targets.filter(({ value }) => rules.every(rule => toTarget(rule) !== value))
  const [next] = free
  const back = (
    <Button variant="text" size="small" component={Link} to={stockPath({ store: store.id })}>
      {t('stock.backToStock')}
    </Button>
  )
  return (
    <RecordFormFrame
      title={t('stock.markdowns')}
      lead={<Text soft>{`${store.name}. ${t('stock.markdownsLead')}`}</Text>}
      aside={back}
      form={form}
      record={{ kind: 'store', id: store.id }}
      getLabel={getLabel}
      formatValue={(_target, steps) => stepsText(parseSteps(String(steps)), t)}
    >
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 760 }}>
        {rules.length === 0 && <EmptyState title={t('stock.noMarkdowns')} text={t('stock.noMarkdownsText')} />}
        {rules.map((rule, index) => (
          <RuleFields
            // What a rule is for changes while the focus is in its fields; rules are only added at the end.
            // oxlint-disable-next-line no-array-index-key
            key={index}
            rule={rule}
            targets={[{ value: toTarget(rule), label: getLabel(toTarget(rule)) }, ...free]}
            name={getLabel(toTarget(rule))}
            onChange={changed => setRules(rules.with(index, changed))}
            onRemove={() => setRules(rules.toSpliced(index, 1))}
          />
        ))}
        {next && (
          <Box>
            <Button
              variant="outlined"
              onClick={() => setRules([...rules, { ...parseTarget(next.value), steps: NEW_STEPS }])}
            >
              {t('stock.addRule')}
            </Button>
          </Box>
        )}
      </Box>
    </RecordFormFrame>
  )
}
