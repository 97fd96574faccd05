import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { useState } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { PLANNED_PRICES } from '#domain/catalogue/price-plan.ts'
import { LABEL_STATES } from '#domain/catalogue/printed-shelf-label.ts'
import { PRODUCT_CODE_TYPES } from '#domain/catalogue/product-types.ts'
import { BulkEditDialog } from '#web/back-office/catalogue/bulk-changes/bulk-edit-dialog.tsx'
import { EarlierChanges, useHasEarlierChanges } from '#web/back-office/catalogue/bulk-changes/earlier-changes.tsx'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { ImportPanel, useImportAddress } from '#web/back-office/catalogue/product-imports/import-panel.tsx'
import {
  RequestedLabels,
  ForgetLabels,
  LabelsDialog,
  PrintAll,
  useLabelFilter,
} from '#web/back-office/catalogue/shelf-labels/labels-dialog.tsx'
import { useSupplierFilter } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { LEVELS, levelText } from '#web/back-office/kit/level-pill.tsx'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { CODES_HASH, useWaiting } from '#web/back-office/kit/waiting-work.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import { MoreActions } from '#web/kit/lists/list-menu.tsx'
import type { ListFilter, ListSource, Selection } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Link, useSearchParams } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { useProductColumns } from './product-columns.tsx'
import { useVatOptions } from './queries.ts'

/** The actions for selected products. */
function ProductBulkActions({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const { t } = useTranslation()
  const { labels, ofDay } = useLabelFilter()
  const [open, setOpen] = useState<'edit' | 'labels'>()
  const close = () => setOpen(undefined)
  const vatClasses = useVatOptions() ?? []
  return (
    <>
      {labels === 'outdated' && <ForgetLabels selection={selection} onDone={onDone} />}
      <Button variant="outlined" onClick={() => setOpen('labels')}>
        {t('labels.print')}
      </Button>
      <Button variant="contained" onClick={() => setOpen('edit')}>
        {t('bulkEdit.open')}
      </Button>
      {open === 'labels' && <LabelsDialog selection={selection} {...ofDay} onClose={close} />}
      {open === 'edit' && (
        <BulkEditDialog
          selection={selection}
          vatClasses={vatClasses}
          onClose={close}
          onDone={() => {
            close()
            onDone()
          }}
        />
      )}
    </>
  )
}

const SOURCE: ListSource<ProductRow> = {
  endpoint: adminProducts.list,
  getId: ({ id }) => id,
  getName: ({ name }) => name,
  getPath: ({ id }) => `${PATHS.products}/${id}/edit`,
}

const EXPORTS = { csv: adminProducts.exportCsv, xlsx: adminProducts.exportXlsx }

// A search text that may be the barcode of a new product.
const isCode = (text: string) => /^\d{8,14}$/.test(text)

/** Offers to create a product if a search for a barcode finds none. */
function CreateWithCode() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const code = (search.get('q') ?? '').replaceAll(/\s/g, '')
  if (!isCode(code)) return null
  return (
    <Button variant="contained" component={Link} to={`${PATHS.productCreate}?code=${code}`}>
      {t('products.createWithCode', { code })}
    </Button>
  )
}

const bulkActions = (selection: Selection, clear: () => void) => (
  <ProductBulkActions selection={selection} onDone={clear} />
)

const printAll = (all: Selection) => <PrintAll selection={all} />

/** Codes that shoppers reported, with a link to their list on Home; nothing if there are none. */
export function ReportedCodes() {
  const { t } = useTranslation()
  const count = useWaiting().data?.codes ?? 0
  if (count === 0) return null
  return (
    <Panel tone="attention">
      <MuiLink
        component={Link}
        to={`${PATHS.home}${CODES_HASH}`}
        sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, my: -1.5 }}
      >
        {t('menu.waiting.codes', { count })}
      </MuiLink>
    </Panel>
  )
}

/** The actions of the page besides a new product. */
function OtherActions() {
  const { t } = useTranslation()
  const hasChanges = useHasEarlierChanges()
  const { open } = useImportAddress()
  const [isAtChanges, setAtChanges] = useState(false)
  return (
    <>
      <MoreActions
        actions={[
          ...(hasChanges ? [{ label: t('bulkEdit.earlier'), onClick: () => setAtChanges(true) }] : []),
          { label: t('productImport.button'), onClick: () => open() },
          { label: t('groups.title'), to: PATHS.productGroups },
        ]}
      />
      {isAtChanges && <EarlierChanges onClose={() => setAtChanges(false)} />}
    </>
  )
}

/** The list of all products, on sale or not. */
export function AdminProductListPage() {
  const { t } = useTranslation()
  const { labels } = useLabelFilter()
  const columns = useProductColumns(useSelectedStore().selected, { withLabels: labels !== undefined })
  const filters = useProductFilters()
  const create = (
    <Button variant="contained" size="small" component={Link} to={PATHS.productCreate}>
      {t('products.new')}
    </Button>
  )
  return (
    <Page
      title={t('products.title')}
      width="wide"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <OtherActions />
          {create}
        </Box>
      }
    >
      <ReportedCodes />
      <AdminList
        caption={t('products.title')}
        source={SOURCE}
        columns={columns}
        defaultSort="sort_order"
        views="products"
        search={t('products.search')}
        filters={filters}
        countText={(count, hasMore) =>
          hasMore ? t('lists.moreThan', { what: t('products.count', { count }) }) : t('products.count', { count })
        }
        exports={EXPORTS}
        nothingFound={<CreateWithCode />}
        bulk={bulkActions}
        forAll={printAll}
        empty={<EmptyState title={t('products.emptyTitle')} text={t('products.emptyText')} action={create} />}
      />
      <ImportPanel />
      <RequestedLabels />
    </Page>
  )
}

/** Filters by the stock and the offer of one store. */
function useInStoreFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const { usual, stores } = useSelectedStore()
  const alongWith = usual && { store: String(usual.id) }
  return [
    {
      name: 'store',
      label: t('products.store'),
      options: stores.map(({ id, name }) => ({ value: String(id), label: name })),
      usual: alongWith?.store,
    },
    {
      name: 'level',
      label: t('products.stockThere'),
      options: LEVELS.map(level => ({ value: level, label: levelText(level, t) })),
      ...(alongWith && { alongWith }),
    },
    {
      name: 'offered',
      label: t('products.saleThere'),
      options: [
        { value: 'true', label: t('products.offeredHere') },
        { value: 'false', label: t('products.notOfferedHere') },
      ],
      ...(alongWith && { alongWith }),
    },
  ]
}

/** The filters of the product list. */
function useProductFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const supplier = useSupplierFilter(t('products.supplier'))
  const vatClasses = useVatOptions() ?? []
  const inStore = useInStoreFilters()
  const groups = useGroupOptions({ withHidden: true }) ?? []
  return [
    ...inStore,
    {
      name: 'enabled',
      label: t('products.status'),
      options: [
        { value: 'true', label: t('products.enabled') },
        { value: 'false', label: t('products.disabled') },
      ],
    },
    {
      name: 'prices',
      label: t('products.prices'),
      options: PLANNED_PRICES.map(value => ({ value, label: t(`products.plannedPrices.${value}`) })),
    },
    {
      name: 'shelf_label',
      label: t('products.shelfLabel'),
      options: LABEL_STATES.map(value => ({ value, label: t(`products.shelfLabels.${value}`) })),
    },
    supplier,
    ...(groups.length > 0
      ? [
          {
            name: 'group_id',
            label: t('products.group'),
            options: [...groups, { value: '0', label: t('products.noGroup') }],
          },
        ]
      : []),
    {
      name: 'product_type',
      label: t('products.type'),
      options: [
        { value: 'standard', label: t('products.types.standard') },
        { value: 'preorder', label: t('products.types.preorder') },
      ],
    },
    { name: 'food_missing', label: t('products.food'), options: only(t('products.foodMissing')) },
    { name: 'case_of_piece', label: t('products.codes'), options: only(t('products.caseOfPiece')) },
    {
      name: 'product_code_type',
      label: t('products.codeType'),
      options: PRODUCT_CODE_TYPES.map(value => ({ value, label: t(`products.codeTypes.${value}`) })),
    },
    { name: 'vat_class_id', label: t('products.vatClass'), options: vatClasses },
  ]
}

/** The options of a filter that is on or absent. */
const only = (label: string) => [{ value: 'true', label }]

/** The store whose stock the product list shows: from the address, else the admin's active store, else the first. */
function useSelectedStore(): {
  usual: StockStore | undefined
  selected: StockStore | undefined
  stores: readonly StockStore[]
} {
  const { activeStoreId } = useUser()
  const stores = useStoreChoices() ?? []
  const [params] = useSearchParams()
  const usual = stores.find(({ id }) => id === activeStoreId) ?? stores[0]
  const requestedId = Number(params.get('store') ?? usual?.id)
  return { usual, selected: stores.find(({ id }) => id === requestedId), stores }
}
