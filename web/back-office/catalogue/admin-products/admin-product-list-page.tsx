import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { useState } from 'react'
import { createPath } from 'react-router'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { bulkChanges } from '#contract/catalogue/bulk-changes.ts'
import { MAX_GRID_IDS } from '#contract/catalogue/product-grid.ts'
import { productImports } from '#contract/catalogue/product-imports.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { BulkEditDialog } from '#web/back-office/catalogue/bulk-changes/bulk-edit-dialog.tsx'
import { EarlierChanges, useHasEarlierChanges } from '#web/back-office/catalogue/bulk-changes/earlier-changes.tsx'
import { readDraft } from '#web/back-office/catalogue/bulk-changes/grid-draft.ts'
import { ImportPanel, useImportAddress } from '#web/back-office/catalogue/product-imports/import-panel.tsx'
import {
  RequestedLabels,
  ForgetLabels,
  PrintAll,
  useLabelFilter,
} from '#web/back-office/catalogue/shelf-labels/label-actions.tsx'
import { LabelsDialog } from '#web/back-office/catalogue/shelf-labels/labels-dialog.tsx'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { CODES_HASH, useWaiting } from '#web/back-office/kit/waiting-work.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import { MoreActions } from '#web/kit/lists/list-menu.tsx'
import type { ListSource, RowSelection } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { useProductColumns } from './product-columns.tsx'
import { useProductFilters, useSelectedStore } from './product-filters.ts'
import { useVatOptions } from './queries.ts'

/** The actions for selected products. */
function ProductBulkActions({ selection, onDone }: { selection: RowSelection; onDone: () => void }) {
  const { t } = useTranslation()
  const { labels, dayParams } = useLabelFilter()
  const [open, setOpen] = useState<'edit' | 'labels'>()
  const close = () => setOpen(undefined)
  const vatClasses = useVatOptions() ?? []
  const mayChange = useMay()(bulkChanges.change)
  return (
    <>
      {labels === 'outdated' && <ForgetLabels selection={selection} onDone={onDone} />}
      <Button variant="outlined" onClick={() => setOpen('labels')}>
        {t('labels.print')}
      </Button>
      <GridLink selection={selection} />
      {mayChange && (
        <Button variant="contained" onClick={() => setOpen('edit')}>
          {t('bulkEdit.open')}
        </Button>
      )}
      {open === 'labels' && <LabelsDialog selection={selection} {...dayParams} onClose={close} />}
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

/** Opens the grid with the list's filters; without a selection, with all products of the list. */
function GridLink({ selection }: { selection?: RowSelection }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const mayOpen = useMayOpen()
  if (!mayOpen(PATHS.productGrid)) return null
  const address = new URLSearchParams(params)
  for (const name of ['page', 'size', 'columns']) address.delete(name)
  if (selection?.kind === 'rows') {
    if (selection.ids.length > MAX_GRID_IDS) return null
    address.set('ids', selection.ids.join('.'))
  }
  return (
    <Button
      variant="outlined"
      size={selection ? 'medium' : 'small'}
      component={Link}
      to={createPath({ pathname: PATHS.productGrid, search: address.toString() })}
    >
      {t('productGrid.open')}
    </Button>
  )
}

/** Changes that were made in the grid and not saved. */
function UnsavedGrid() {
  const { t } = useTranslation()
  const count = readDraft(useUser().id).rows.size
  if (count === 0) return null
  return (
    <Panel tone="attention">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        {t('productGrid.draft', { count })}
        <Button variant="outlined" size="small" component={Link} to={PATHS.productGrid}>
          {t('productGrid.toDraft')}
        </Button>
      </Box>
    </Panel>
  )
}

const SOURCE: ListSource<ProductRow> = {
  endpoint: adminProducts.list,
  isLive: true,
  getId: ({ id }) => id,
  getName: ({ name }) => name,
}
/** Those who may not change products open what a product did. */
const FORM_SOURCE: ListSource<ProductRow> = { ...SOURCE, getPath: ({ id }) => `${PATHS.products}/${id}/edit` }
const INSIGHT_SOURCE: ListSource<ProductRow> = { ...SOURCE, getPath: ({ id }) => `${PATHS.products}/${id}/insight` }

const EXPORTS = { csv: adminProducts.exportCsv, xlsx: adminProducts.exportXlsx }

// A search text that may be the barcode of a new product.
const isCode = (text: string) => /^\d{8,14}$/.test(text)

/** Offers to create a product if a search for a barcode finds none. */
function CreateWithCode() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const mayOpen = useMayOpen()
  const code = (search.get('q') ?? '').replaceAll(/\s/g, '')
  if (!isCode(code) || !mayOpen(PATHS.productCreate)) return null
  return (
    <Button variant="contained" component={Link} to={`${PATHS.productCreate}?code=${code}`}>
      {t('products.createWithCode', { code })}
    </Button>
  )
}

const bulkActions = (selection: RowSelection, clear: () => void) => (
  <ProductBulkActions selection={selection} onDone={clear} />
)

const forAll = (all: RowSelection) => (
  <>
    <GridLink />
    <PrintAll selection={all} />
  </>
)

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

/** The actions of the page besides a new product, for those who may change products. */
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
          { label: t('palette.labelsToPrint'), to: `${PATHS.products}?shelf_label=due` },
          { label: t('productPhotos.title'), to: PATHS.productPhotos, isSeldom: true },
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
  const mayOpen = useMayOpen()
  const mayImport = useMay()(productImports.check)
  const columns = useProductColumns(useSelectedStore().selected, { withLabels: labels !== undefined })
  const filters = useProductFilters()
  const create = mayOpen(PATHS.productCreate) && (
    <Button variant="contained" size="small" component={Link} to={PATHS.productCreate}>
      {t('products.new')}
    </Button>
  )
  return (
    <Page
      title={labels === 'due' ? t('palette.labelsToPrint') : t('products.title')}
      width="wide"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {mayImport && <OtherActions />}
          {create}
        </Box>
      }
    >
      <ReportedCodes />
      {mayOpen(PATHS.productGrid) && <UnsavedGrid />}
      <AdminList
        caption={t('products.title')}
        source={mayOpen(PATHS.product) ? FORM_SOURCE : mayOpen(PATHS.productInsight) ? INSIGHT_SOURCE : SOURCE}
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
        forAll={forAll}
        empty={<EmptyState title={t('products.emptyTitle')} text={t('products.emptyText')} action={create} />}
      />
      {mayImport && <ImportPanel />}
      <RequestedLabels />
    </Page>
  )
}
