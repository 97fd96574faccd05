import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import type { PointerEvent } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import type { PreorderEventItem } from '#contract/preorders/admin-preorder-events.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import { displayName } from '#web/back-office/catalogue/admin-products/display-name.ts'
import { missingFoodText } from '#web/back-office/catalogue/food-information/food-panel.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { quantityText, unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EarlierIcon, LaterIcon, MenuIcon, TrashIcon } from '#web/kit/ui/icons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import type { EventFormControl } from './use-event-form.ts'

const toThousandths = (quantity: number) => thousandthsFromQuantity(quantity) ?? 0

/** How much of a product is booked, as a text and as a bar of its cap. */
function BookedBar({ item: { cap, booked, unit, orders } }: { item: PreorderEventItem }) {
  const { t } = useTranslation()
  const words = { booked: formatQuantity(toThousandths(booked)), count: orders }
  const share = cap === null ? undefined : cap === 0 ? 1 : Math.min(1, booked / cap)
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
        {cap === null
          ? t('eventForm.bookedText', { ...words, booked: quantityText(toThousandths(booked), unit, t) })
          : t('eventForm.bookedOf', { ...words, cap: quantityText(toThousandths(cap), unit, t) })}
      </Box>
      {share !== undefined && (
        <Box
          aria-hidden
          sx={{ height: 8, borderRadius: 1, bgcolor: 'surface.mist', border: 1, borderColor: 'divider' }}
        >
          <Box
            sx={{
              width: `${share * 100}%`,
              height: '100%',
              borderRadius: 1,
              bgcolor: share === 1 ? 'sun' : 'primary.main',
            }}
          />
        </Box>
      )}
    </Box>
  )
}

type ItemRowProps = {
  productId: number
  /** The saved item; undefined for a product added since, which is looked up. */
  item: PreorderEventItem | undefined
  form: EventFormControl
  index: number
  count: number
  /** Its position while a row is dragged. */
  order: number
  isDragged: boolean
  onDrag: (event: PointerEvent) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** The product's data for the row; undefined while loading. */
function useFacts(productId: number, item: PreorderEventItem | undefined) {
  const { i18n } = useTranslation()
  const { data } = useQuery({
    ...queryFor(adminProducts.get, { params: { id: productId } }),
    enabled: item === undefined,
    meta: { handlesOwnError: true },
  })
  if (item) return item
  return data && { ...data, name: displayName(data.names, i18n.language), supplier: data.supplier.name }
}

/** One product of an event: its cap, what is booked, and its position. */
export function ItemRow(props: ItemRowProps) {
  const { productId, item, form, index, count, order, isDragged, onDrag, onMove, onRemove } = props
  const { t } = useTranslation()
  const facts = useFacts(productId, item)
  const name = facts?.name ?? t('common.loading')
  // `aria-disabled` keeps the button focusable: the focus stays on a button that has just moved its row to the end.
  const step = (to: number) => ({ 'aria-disabled': to < 0 || to >= count, onClick: () => onMove(to) })
  const isBooked = item !== undefined && item.booked > 0
  const cap = form.field(`items.${productId}`)
  const limit = form.field(`limits.${productId}`)
  const lacksFood = (item?.food_missing.length ?? 0) > 0 || form.lacksFood(productId)
  return (
    <Box
      component="li"
      sx={{
        order,
        display: 'grid',
        gap: 1.5,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        opacity: isDragged ? 0.6 : 1,
        '& [aria-disabled="true"]': { opacity: 0.35 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '24px minmax(0, 1fr) 220px auto' },
        alignItems: 'start',
      }}
    >
      {/* For the mouse; the buttons at the end do the same. */}
      <Box
        aria-hidden
        onPointerDown={onDrag}
        sx={{
          display: { xs: 'none', md: 'block' },
          pt: 1.25,
          color: 'text.secondary',
          cursor: isDragged ? 'grabbing' : 'grab',
          touchAction: 'none',
        }}
      >
        <MenuIcon size={20} />
      </Box>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <MuiLink
          component={Link}
          to={`${PATHS.products}/${productId}/edit`}
          sx={{ fontWeight: 650, minHeight: 44, display: 'inline-flex', alignItems: 'center', justifySelf: 'start' }}
        >
          {name}
        </MuiLink>
        {facts && (
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {`${eurosText(facts.price)} / ${unitText(facts.unit, t)} · ${facts.supplier}`}
          </Box>
        )}
        {facts?.enabled === false && (
          <Box>
            <StatusPill tone="attention">{t('products.disabled')}</StatusPill>
          </Box>
        )}
        {lacksFood && (
          <Box>
            <StatusPill tone="attention">
              {item && item.food_missing.length > 0
                ? t('eventForm.foodMissing', { missing: missingFoodText(item.food_missing, t) })
                : t('products.foodMissing')}
            </StatusPill>
            <MuiLink
              component={Link}
              to={`${PATHS.products}/${productId}/food`}
              sx={{ minHeight: 44, display: 'flex', alignItems: 'center', width: 'fit-content' }}
            >
              {t('eventForm.completeFood', { name })}
            </MuiLink>
          </Box>
        )}
        {item && !form.isNew && <BookedBar item={item} />}
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <TextInput
          label={t('eventForm.capOf', { name })}
          inputMode="decimal"
          autoComplete="off"
          hint={t('eventForm.capHint')}
          {...cap}
          value={cap.value ?? ''}
        />
        <TextInput
          label={t('eventForm.limitOf', { name })}
          inputMode="decimal"
          autoComplete="off"
          hint={t('eventForm.capHint')}
          {...limit}
          value={limit.value ?? ''}
        />
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5, pt: { md: 3 } }}>
        <IconButton aria-label={t('eventForm.earlier', { name })} {...step(index - 1)} sx={{ rotate: '90deg' }}>
          <EarlierIcon />
        </IconButton>
        <IconButton aria-label={t('eventForm.later', { name })} {...step(index + 1)} sx={{ rotate: '90deg' }}>
          <LaterIcon />
        </IconButton>
        <IconButton
          data-remove={productId}
          aria-label={t(isBooked ? 'eventForm.stays' : 'eventForm.removeProduct', { name })}
          aria-disabled={isBooked}
          onClick={isBooked ? undefined : onRemove}
        >
          <TrashIcon size={22} />
        </IconButton>
      </Box>
    </Box>
  )
}
