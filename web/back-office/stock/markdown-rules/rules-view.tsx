import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MarkdownRules, markdownRules } from '#contract/stock/markdown-rules.ts'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useLeaveGuard } from '#web/kit/forms/use-leave-guard.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import type { SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { useStandardProducts } from '#web/shop/catalogue/products/queries.ts'
import { RuleFields } from './rule-fields.tsx'
import { parseTarget, toTarget } from './rule-texts.ts'

type Rule = MarkdownRules['rules'][number]

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
  const { data, refetch } = useQuery(queryFor(markdownRules.get, { params: { id: store.id } }))
  if (!data) return <RecordLoading />
  return <RulesForm key={data.revision} store={store} saved={data} onOutdated={() => void refetch()} />
}

type RulesFormProps = { store: StockStore; saved: MarkdownRules; onOutdated: () => void }

function RulesForm({ store, saved, onOutdated }: RulesFormProps) {
  const { t } = useTranslation()
  const [rules, setRules] = useState<readonly Rule[]>(saved.rules)
  const { isBusy, act } = useAction('markdown-rules')
  const targets = useTargets()
  const isDirty = JSON.stringify(rules) !== JSON.stringify(saved.rules)
  const guard = useLeaveGuard(isDirty && !isBusy)
  const free = targets.filter(({ value }) => rules.every(rule => toTarget(rule) !== value))
  const [next] = free
  const save = () =>
    act(async () => {
      try {
        const body = { revision: saved.revision, rules: [...rules] }
        await callApi(markdownRules.change, { params: { id: store.id }, body })
      } catch (error) {
        if (hasCode(error, 'record.changed')) onOutdated()
        throw error
      }
      return t('stock.markdownsSaved')
    })
  const change = (index: number, rule: Rule) => setRules(rules.with(index, rule))
  const back = (
    <Button variant="text" size="small" component={Link} to={stockPath({ store: store.id })}>
      {t('stock.backToStock')}
    </Button>
  )
  return (
    <>
      <Page title={t('stock.markdowns')} lead={`${store.name}. ${t('stock.markdownsLead')}`} aside={back}>
        {rules.length === 0 && <EmptyState title={t('stock.noMarkdowns')} text={t('stock.noMarkdownsText')} />}
        {rules.map((rule, index) => {
          const target = toTarget(rule)
          const option = targets.find(({ value }) => value === target) ?? {
            value: target,
            label: target.replace(/^\w+:/, ''),
          }
          return (
            <RuleFields
              key={target}
              rule={rule}
              targets={[option, ...free]}
              name={option.label}
              onChange={changed => change(index, changed)}
              onRemove={() => setRules(rules.toSpliced(index, 1))}
            />
          )
        })}
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
        {guard}
      </Page>
      <BottomBar
        action={
          <PrimaryButton
            loading={isBusy}
            loadingLabel={t('common.loading')}
            disabled={!isDirty}
            onClick={() => void save()}
          >
            {t('forms.save')}
          </PrimaryButton>
        }
      />
    </>
  )
}
