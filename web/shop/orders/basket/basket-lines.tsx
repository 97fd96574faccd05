import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { formatQuantity } from '#domain/quantity.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'
import { SHORT_SCREEN } from '#web/kit/ui/hooks/short-screen.ts'
import { useSteady } from '#web/kit/ui/hooks/use-steady.ts'
import { TrashIcon } from '#web/kit/ui/icons.tsx'
import { QuantityStepper } from '#web/kit/ui/inputs/quantity-stepper.tsx'
import { landing, landingGround } from '#web/kit/ui/landing.ts'
import { Money } from '#web/kit/ui/money.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { SCANNER_HEIGHT } from '#web/scanning/scanner-view.tsx'
import { lineDetail } from './line-texts.ts'
import type { Offered } from './undo-list.ts'
import { UndoStrip } from './undo-strip.tsx'
import type { BasketActions } from './use-basket-actions.ts'
import type { ShopLine } from './use-basket.ts'

/** Undoes the last action on a product. */
function UndoButton({ product, onUndo }: { product: string; onUndo: () => void }) {
  const { t } = useTranslation()
  return (
    <SecondaryButton look="quiet" small aria-label={t('basket.undoFor', { product })} onClick={onUndo}>
      {t('common.undo')}
    </SecondaryButton>
  )
}

type Removed = Extract<Offered, { productId: number }>

/** A row of the list: a line, or the place of one that was just removed. */
type ListRow = { line: ShopLine } | { removed: Removed }

const namedBy = (row: ListRow) => ('line' in row ? row.line.product : row.removed)

/** The lines by name, with removed ones at their former places. */
function listRows(lines: readonly ShopLine[], removed: readonly Offered[]): ListRow[] {
  const gone = removed.flatMap(offered => (offered.kind === 'cleared' ? [] : [{ removed: offered }]))
  return [...lines.map(line => ({ line })), ...gone].toSorted((a, b) => byFinnishName(namedBy(a), namedBy(b)))
}

type BasketLinesProps = {
  lines: readonly ShopLine[]
  actions: BasketActions
}

/** The basket's lines, by name. */
export function BasketLines({ lines, actions }: BasketLinesProps) {
  const { t } = useTranslation()
  const { lastAdded, undo } = actions
  const rowActions = useRowActions(actions)
  const [isClearing, setClearing] = useState(false)
  const clear = () => {
    setClearing(false)
    actions.clear()
  }
  return (
    <>
      <Box component="ul" aria-label={t('basket.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {listRows(lines, undo.removed).map(row =>
          'line' in row ? (
            <BasketRow
              key={row.line.product.id}
              line={row.line}
              actions={rowActions}
              offered={undo.lastAdded(row.line.product.id)}
              lastTurn={row.line.product.id === lastAdded.productId ? lastAdded.turn : undefined}
            />
          ) : (
            <UndoStrip
              key={`removed ${row.removed.id}`}
              component="li"
              text={t('basket.removed', { product: row.removed.name })}
              action={<UndoButton product={row.removed.name} onUndo={() => undo.undo(row.removed)} />}
            />
          ),
        )}
      </Box>
      {/* Room for a toast: the page scrolls far enough to keep the button clear of it. */}
      {lines.length > 0 && (
        <Box sx={{ px: 2, pt: 1, pb: 12, display: 'flex', justifyContent: 'center' }}>
          <SecondaryButton look="quiet" small onClick={() => setClearing(true)}>
            {t('basket.clear')}
          </SecondaryButton>
        </Box>
      )}
      <ConfirmDialog
        open={isClearing}
        title={t('basket.clearTitle')}
        text={t('basket.clearText')}
        confirmText={t('basket.clear')}
        cancelText={t('common.cancel')}
        onConfirm={clear}
        onCancel={() => setClearing(false)}
        danger
      />
    </>
  )
}

type BasketRowProps = {
  line: ShopLine
  actions: RowActions
  /** The last scan of the product, while it can be undone. */
  offered: Offered | undefined
  /** For the product added last: the number of the addition, so that each one scrolls the row into view. */
  lastTurn: number | undefined
}

const roomForToast = (px: number) => `max(0px, ${px}px - var(--toasts-height, 0px))`

// On the narrowest phones Undo replaces the unit price, so that the row keeps its height.
const givesWay = { '@media (max-width: 359.95px)': { display: 'none' } }

const apart = { display: 'flex', justifyContent: 'space-between', columnGap: 1.5 } as const

/** Pieces have a stepper; weighed and bulk goods can only be removed and scanned again. */
function LineControls({ line: { product, quantityThousandths }, actions }: Pick<BasketRowProps, 'line' | 'actions'>) {
  const { t } = useTranslation()
  const names = { product: product.name }
  if (product.productCodeType !== 'standard') {
    return (
      <IconButton aria-label={t('basket.remove', names)} onClick={() => actions.remove(product)}>
        <TrashIcon />
      </IconButton>
    )
  }
  const isOnlyOne = quantityThousandths <= 1000
  return (
    <QuantityStepper
      value={formatQuantity(quantityThousandths)}
      onAdd={() => actions.step(product, 1)}
      onRemove={() => (isOnlyOne ? actions.remove(product) : actions.step(product, -1))}
      addLabel={t('basket.add', names)}
      removeLabel={isOnlyOne ? t('basket.remove', names) : t('basket.removeOne', names)}
      groupLabel={t('basket.quantityOf', names)}
    />
  )
}

/** One product of the basket: name, quantity and price. */
function Row({ line, actions, offered, lastTurn }: BasketRowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  const { product, totalCents } = line
  const isLast = lastTurn !== undefined
  useEffect(() => {
    if (lastTurn !== undefined) row.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [lastTurn])
  return (
    <Box
      component="li"
      ref={row}
      data-last={isLast}
      sx={theme => ({
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1.5, sm: 2 },
        px: 2,
        py: 1.5,
        borderBottom: `1px solid ${theme.vars.palette.divider}`,
        // Keeps the row between the sticky camera and a toast that may still appear. The page itself already accounts for both
        // bars and for toasts: counted twice, they would leave no room, and the row would stay under the camera.
        scrollMarginTop: SCANNER_HEIGHT,
        [theme.breakpoints.up('md')]: { scrollMarginTop: 0 },
        '@media (min-height: 700px)': { scrollMarginBottom: roomForToast(76) },
        [SHORT_SCREEN]: { py: 1, scrollMarginBottom: roomForToast(44) },
        ...(isLast && {
          backgroundImage: `linear-gradient(90deg, ${theme.vars.palette.surface.lit}, transparent 85%)`,
          ...landingGround,
        }),
      })}
    >
      <Box key={lastTurn} sx={{ flex: 'none', ...(isLast && landing) }}>
        <ProductDrawing drawing={product.drawing} size={64} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
        <Box sx={{ ...apart, typography: 'subtitle1' }}>
          <Box component="h2" sx={{ m: 0, font: 'inherit', overflowWrap: 'anywhere', hyphens: 'auto' }}>
            {product.name}
          </Box>
          <Money cents={totalCents} size="line" />
        </Box>
        <Box sx={{ ...apart, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography
            variant="body2"
            color={product.available ? 'textSecondary' : 'error'}
            sx={offered && product.available && product.productCodeType === 'standard' ? givesWay : {}}
          >
            {product.available
              ? lineDetail(line, t)
              : t(product.needsStaff === true ? 'home.ageNotSold' : 'basket.notSoldHere')}
          </Typography>
          {offered && <UndoButton product={product.name} onUndo={() => actions.undo(offered)} />}
          <LineControls line={line} actions={actions} />
        </Box>
      </Box>
    </Box>
  )
}

/** Compares all that a row shows of a line; every change of the basket recreates the line objects. */
const isSameLine = (before: ShopLine, now: ShopLine) =>
  before.product === now.product &&
  before.quantityThousandths === now.quantityThousandths &&
  before.totalCents === now.totalCents &&
  before.amountsCents?.length === now.amountsCents?.length

/** Renders a row only when it changes: with forty rows, a scan would otherwise show late on a slow phone. */
const BasketRow = memo(
  Row,
  (before, now) =>
    before.actions === now.actions &&
    before.offered === now.offered &&
    before.lastTurn === now.lastTurn &&
    isSameLine(before.line, now.line),
)

/** The actions of a basket row. */
type RowActions = Pick<BasketActions, 'remove' | 'step'> & Pick<BasketActions['undo'], 'undo'>

/** The same object for the whole visit, so that rows don't rerender for it; it calls the latest actions. */
function useRowActions(actions: BasketActions): RowActions {
  const remove = useSteady(actions.remove)
  const step = useSteady(actions.step)
  const undo = useSteady(actions.undo.undo)
  return useMemo(() => ({ remove, step, undo }), [remove, step, undo])
}
