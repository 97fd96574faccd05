import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type Campaign, CAMPAIGN_STATES } from '#contract/administration/campaigns.ts'
import { reports } from '#contract/administration/reports.ts'
import { bulkChanges } from '#contract/catalogue/bulk-changes.ts'
import { daysText } from '#domain/format/day-text.ts'
import { changeText } from '#web/back-office/kit/change-text.ts'
import { SortedTable, type TableColumn } from '#web/back-office/kit/charts/sorted-table.tsx'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BarField } from '#web/kit/lists/pager.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** The campaigns that run, are planned or are over, and what they sold in all stores of the user or in one. */
export function CampaignsPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const stores = useStoreChoices(reports.campaigns) ?? []
  const store = stores.find(({ id }) => String(id) === params.get('store'))
  const query = store ? { store: store.id } : {}
  const { data } = useQuery({ ...queryFor(reports.campaigns, { query }), placeholderData: keepPreviousData })
  if (data === undefined) return <RecordLoading />
  return (
    <Page
      title={t('links./campaigns')}
      width="wide"
      aside={
        <Box sx={barLook}>
          {stores.length > 1 && (
            <BarField flex="1 1 200px" maxWidth={260}>
              <SelectInput
                label={t('reports.store')}
                placeholder={t('reports.allStores')}
                value={store ? String(store.id) : ''}
                onChange={value => setParams(() => new URLSearchParams(value === '' ? {} : { store: value }))}
                options={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            </BarField>
          )}
          <PlanLink />
        </Box>
      }
    >
      {data.length === 0 ? (
        <EmptyState title={t('campaigns.emptyTitle')} text={t('campaigns.emptyText')} />
      ) : (
        CAMPAIGN_STATES.map(state => (
          <StateSection key={state} state={state} shown={data.filter(each => each.state === state)} />
        ))
      )}
    </Page>
  )
}

const barLook = {
  flex: '1 1 300px',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  justifyContent: 'end',
  alignItems: 'center',
} as const

/** Campaigns are planned for the products that are ticked on their list. */
function PlanLink() {
  const { t } = useTranslation()
  const mayPlan = useMay()(bulkChanges.change)
  return (
    mayPlan && (
      <Button variant="outlined" size="small" component={Link} to={PATHS.products}>
        {t('campaigns.plan')}
      </Button>
    )
  )
}

function StateSection({ state, shown }: { state: Campaign['state']; shown: readonly Campaign[] }) {
  const { t } = useTranslation()
  const id = useId()
  if (shown.length === 0) return null
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" id={id}>
        {t(`campaigns.states.${state}`)}
      </Typography>
      {shown.map(campaign => (
        <CampaignPanel key={`${campaign.from_day} ${campaign.until_day}`} campaign={campaign} />
      ))}
    </Box>
  )
}

const STATE_TONES = { running: 'open', planned: 'attention', over: 'closed' } as const

function CampaignPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const { state, from_day: from, until_day: until, net, net_before: before } = campaign
  const days = daysText({ start_date: from, end_date: until })
  const change = changeText(net, before)
  return (
    <Panel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'baseline' }}>
        <Typography variant="h3">{days}</Typography>
        <StatusPill tone={STATE_TONES[state]}>{t('products.count', { count: campaign.product_count })}</StatusPill>
        {state !== 'planned' && (
          <Box component="span">
            {t('campaigns.sold')} <b>{eurosText(net)}</b>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {' · '}
              {t('campaigns.before', { sum: eurosText(before) })}
              {change !== undefined && ` (${change})`}
            </Box>
          </Box>
        )}
      </Box>
      <details>
        <Box component="summary" sx={{ minHeight: 44, display: 'flex', alignItems: 'center', cursor: 'pointer' }}>
          <Box component="span" sx={{ color: 'primary.main', fontWeight: 650 }}>
            {t('campaigns.showProducts')}
          </Box>
        </Box>
        <ProductTable campaign={campaign} caption={t('campaigns.productsOf', { days })} />
        {campaign.products.length < campaign.product_count && (
          <Typography color="textSecondary">
            {t('campaigns.firstProducts', { shown: String(campaign.products.length) })}
          </Typography>
        )}
      </details>
    </Panel>
  )
}

type CampaignProduct = Campaign['products'][number]

function ProductTable({ campaign, caption }: { campaign: Campaign; caption: string }) {
  const { t } = useTranslation()
  const mayOpen = useMayOpen()
  const sums = (['net', 'net_before'] as const).map((name): TableColumn<CampaignProduct> => ({
    name,
    label: name === 'net' ? t('campaigns.sold') : t('campaigns.soldBefore'),
    isFigure: true,
    value: product => product[name],
    text: product => eurosText(product[name]),
  }))
  const prices = (['price', 'regular_price'] as const).map((name): TableColumn<CampaignProduct> => ({
    name,
    label: name === 'price' ? t('campaigns.price') : t('campaigns.regularPrice'),
    isFigure: true,
    value: product => product[name],
    text: product => eurosText(product[name]),
  }))
  const columns: TableColumn<CampaignProduct>[] = [
    {
      name: 'name',
      label: t('campaigns.product'),
      value: ({ name }) => name,
      text: ({ name, ended_early: isEnded }) => (isEnded ? t('campaigns.endedEarly', { name }) : name),
      to: ({ product_id: id }) => [`${PATHS.products}/${id}/insight`].find(mayOpen),
    },
    ...prices,
    ...(campaign.state === 'planned'
      ? []
      : [
          {
            name: 'quantity',
            label: t('productInsight.sold'),
            isFigure: true,
            value: ({ quantity }: CampaignProduct) => quantity,
            text: ({ quantity, unit }: CampaignProduct) => formatUnitQuantity(quantity, unit, t),
          },
          ...sums,
        ]),
  ]
  return (
    <SortedTable
      caption={caption}
      columns={columns}
      rows={campaign.products}
      getKey={({ product_id: id }) => String(id)}
    />
  )
}
