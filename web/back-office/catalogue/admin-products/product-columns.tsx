import Box from '@mui/material/Box'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { dayText } from '#domain/format/day-text.ts'
import { shopDayText } from '#domain/shop-date.ts'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { LevelPill } from '#web/back-office/kit/level-pill.tsx'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListColumn } from '#web/kit/lists/list-types.ts'
import { eurosText } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { ProductPicture } from '#web/shop/catalogue/products/product-picture.tsx'
import { isSoldByUnit } from '#web/shop/catalogue/products/product-texts.ts'

/** A product's quantity in a store, with a mark if it is low, and whether it is sold there. */
function InStoreCell({ row: { in_store: isInStore, product_type: type, unit } }: { row: ProductRow }) {
  const { t } = useTranslation()
  if (!isInStore) return '–'
  const hasShelf = isInStore.level !== null || (isInStore.offered && type === 'standard')
  const isWarned =
    isInStore.level !== null && isInStore.level !== 'ok' && (isInStore.offered || isInStore.level === 'negative')
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, alignItems: 'center' }}
    >
      {hasShelf && (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {formatUnitQuantity(isInStore.quantity, unit, t)}
        </Box>
      )}{' '}
      {isWarned && isInStore.level && <LevelPill level={isInStore.level} />}{' '}
      {!isInStore.offered && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('products.notOfferedHere')}
        </Box>
      )}
      {isInStore.offered && !hasShelf && t('products.offeredHere')}
    </Box>
  )
}

const isEncoded = ({ product_code_type: type }: ProductRow) =>
  type === 'bulk_encoded_weight' || type === 'bulk_encoded_price'

/** The code to scan: the piece's EAN, a label's prefix and item number, or a text if there is none. */
function codeText(row: ProductRow, t: Translate): string {
  const { ean13, product_code: code, product_code_type: type } = row
  if (ean13 !== null) return ean13
  if (code !== null) return isEncoded(row) ? code.replace(/^(\d\d)(\d\d)(\d{4}).*$/, '$1 $2 $3') : code
  return t(type === 'bulk' ? 'products.bulk' : 'products.noCode')
}

function priceText(row: ProductRow, t: Translate): string {
  if (row.product_code_type === 'bulk_encoded_price') return t('products.encoded')
  const price = eurosText(row.price)
  return isSoldByUnit(row) ? `${price}/${unitText(row.unit, t)}` : price
}

const figureStyles = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const
// In a table, a name of usual length stays on one line; the product's name wraps instead.
const usualName = { minWidth: { md: '8.5rem' } } as const

const RowPicture = ({ row: { drawing, thumbnail } }: { row: ProductRow }) => (
  <ProductPicture product={{ images: thumbnail === null ? [] : [{ url: thumbnail, width: 160 }], drawing }} size={29} />
)

/** The regular price, a campaign of today, and what is planned next. */
function PriceCell({ row }: { row: ProductRow }) {
  const { t } = useTranslation()
  const { campaign_price: lowered, planned } = row
  return (
    <Box
      component="span"
      sx={{ ...figureStyles, display: 'inline-block', fontWeight: 700, color: 'text.primary', textAlign: 'end' }}
    >
      {priceText(row, t)}
      {lowered !== null && (
        <Box component="span" sx={{ display: 'block' }}>
          <StatusPill tone="open">{t('products.campaignPrice', { price: eurosText(lowered) })}</StatusPill>
        </Box>
      )}
      {planned && (
        <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
          {t(`products.planned.${planned.kind}`, { price: eurosText(planned.price), day: dayText(planned.from_day) })}
        </Box>
      )}
    </Box>
  )
}

/** Why the printed label is out of date, and when it was printed. */
function LabelCell({ row: { shelf_label: label } }: { row: ProductRow }) {
  const { t } = useTranslation()
  if (!label) return t('products.neverPrinted')
  const [day, prices] = [shopDayText(label.printed_at), dayText(label.day)]
  return (
    <>
      {label.changes.map(change => t(`products.labelChanges.${change}`)).join(' · ')}
      <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
        {day === prices ? t('products.labelPrinted', { day }) : t('products.labelPrintedFor', { day, prices })}
      </Box>
    </>
  )
}

const labelColumn = (t: Translate): ListColumn<ProductRow> => ({
  name: 'shelf_label',
  label: t('products.shelfLabel'),
  labelOnCard: true,
  cell: row => <LabelCell row={row} />,
})

const groupColumn = (t: Translate): ListColumn<ProductRow> => ({
  name: 'group',
  label: t('products.group'),
  // With it, a laptop's width is not enough for Finnish names.
  optional: 'hidden',
  cell: ({ group }) => group?.name ?? '–',
})

/** The columns of the product list, including those of the store whose stock is shown; `withLabels`: and the shelf labels. */
export function useProductColumns(
  store: { name: string } | undefined,
  { withLabels }: { withLabels: boolean },
): readonly ListColumn<ProductRow>[] {
  const { t } = useTranslation()
  const hasGroups = (useGroupOptions({ withHidden: true }) ?? []).length > 0
  return [
    {
      name: 'picture',
      label: t('products.picture'),
      isLabelHidden: true,
      role: 'picture',
      cell: row => <RowPicture row={row} />,
    },
    { name: 'name', label: t('products.name'), role: 'title', sort: 'name', cell: ({ name }) => name },
    {
      name: 'code',
      label: t('products.code'),
      optional: 'shown',
      cell: row => (
        <Box component="span" sx={{ ...figureStyles, color: 'text.secondary' }}>
          {codeText(row, t)}
        </Box>
      ),
    },
    {
      name: 'supplier',
      label: t('products.supplier'),
      optional: 'shown',
      cell: ({ supplier }) => <Box sx={usualName}>{supplier.name}</Box>,
    },
    ...(hasGroups ? [groupColumn(t)] : []),
    {
      name: 'price',
      label: t('products.price'),
      role: 'status',
      sort: 'price',
      align: 'end',
      cell: row => <PriceCell row={row} />,
    },
    ...(withLabels ? [labelColumn(t)] : []),
    {
      name: 'in_store',
      label: store ? t('products.inStore', { store: store.name }) : t('products.inSomeStore'),
      optional: 'shown',
      labelOnCard: true,
      cell: row => <InStoreCell row={row} />,
    },
    {
      name: 'offered_in',
      label: t('products.offeredIn'),
      optional: 'hidden',
      cell: ({ offered_in: count }) => <span style={figureStyles}>{t('products.offeredInStores', { count })}</span>,
    },
    {
      name: 'id',
      label: t('products.id'),
      sort: 'id',
      align: 'end',
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ id }) => id,
    },
    {
      name: 'product_type',
      label: t('products.type'),
      optional: 'hidden',
      cell: ({ product_type: type }) => t(`products.types.${type}`),
    },
    {
      name: 'sort_order',
      label: t('products.sortOrder'),
      sort: 'sort_order',
      align: 'end',
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ sort_order: place }) => place,
    },
    {
      name: 'updated_at',
      label: t('products.updated'),
      sort: 'updated_at',
      align: 'end',
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ updated_at: at }) => <span style={figureStyles}>{shopDayText(at)}</span>,
    },
    {
      name: 'enabled',
      label: t('products.status'),
      role: 'status',
      isUsual: ({ enabled }) => enabled,
      cell: ({ enabled }) => (
        <StatusPill tone={enabled ? 'open' : 'closed'}>
          {t(enabled ? 'products.enabled' : 'products.disabled')}
        </StatusPill>
      ),
    },
  ]
}
