import Box from '@mui/material/Box'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { reports } from '#contract/administration/reports.ts'
import { ProductTabs } from '#web/back-office/catalogue/admin-products/product-tabs.tsx'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BackToList } from '#web/kit/lists/back-to-list.tsx'
import { BarField } from '#web/kit/lists/pager.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { InsightCharts } from './insight-charts.tsx'
import { InsightTables } from './insight-tables.tsx'
import { RecentFigures } from './recent-figures.tsx'

/** What a product did: sales and margin by week, its stock, prices, waste and last orders, in all stores of the user or in one. */
export function ProductInsightPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const stores = useStoreChoices(reports.product) ?? []
  const store = stores.some(each => String(each.id) === params.get('store')) ? (params.get('store') ?? '') : ''
  const query = store === '' ? {} : { store: Number(store) }
  const { data } = useQuery({
    ...queryFor(reports.product, { params: { id }, query }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) return <RecordLoading />
  return (
    <Page
      title={data.name}
      width="wide"
      aside={
        <Box
          sx={{
            flex: '1 1 300px',
            display: 'flex',
            flexWrap: 'wrap',
            gap: 1,
            justifyContent: 'end',
            alignItems: 'center',
          }}
        >
          <BackToList path={PATHS.products}>{t('products.back')}</BackToList>
          {stores.length > 1 && (
            <BarField flex="1 1 200px" maxWidth={260}>
              <SelectInput
                label={t('reports.store')}
                placeholder={t('reports.allStores')}
                value={store}
                onChange={value => setParams(() => new URLSearchParams(value === '' ? {} : { store: value }))}
                options={stores.map(each => ({ value: String(each.id), label: each.name }))}
              />
            </BarField>
          )}
        </Box>
      }
    >
      <ProductTabs id={id} shown="insight" />
      <RecentFigures data={data} />
      <InsightCharts data={data} productId={id} store={store} />
      <InsightTables data={data} />
    </Page>
  )
}
