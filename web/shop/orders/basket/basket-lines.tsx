import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { basketKey } from '#domain/orders/basket.ts'
import { formatQuantity } from '#domain/quantity.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton, IconButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'
import { useSteady } from '#web/kit/ui/hooks/use-steady.ts'
import { TrashIcon } from '#web/kit/ui/icons.tsx'
import { QuantityStepper } from '#web/kit/ui/inputs/quantity-stepper.tsx'
import { formatMoney, Money } from '#web/kit/ui/money.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import { useAllergens } from '#web/shop/catalogue/allergens/my-allergens.ts'
import { lotText } from '#web/shop/catalogue/products/lot-text.ts'
import { AllergenPills, ProductSheet } from '#web/shop/catalogue/products/product-sheet-part.ts'
import { useProducts } from '#web/shop/catalogue/products/queries.ts'
import css from './basket.module.css'
import { lineDetail } from './line-texts.ts'
import { type OfferedUndo, UndoStrip } from './undo-strip.tsx'
import type { BasketActions } from './use-basket-actions.ts'
import type { ShopLine } from './use-basket.ts'

/** Undoes the last action on a product. */
function UndoButton({ product, onUndo }: { product: string; onUndo: () => void }) {
  const { t } = useTranslation()
  return (
    <ActionButton size="small" className={css.rowUndo} aria-label={t('basket.undoFor', { product })} onClick={onUndo}>
      {t('common.undo')}
    </ActionButton>
  )
}

type RemovedLine = Extract<OfferedUndo, { key: string }>

/** A row of the list: a line, or the place of one that was just removed. */
type ListRow = { line: ShopLine } | { removed: RemovedLine }

const getKey = ({ product, lot }: ShopLine): string => basketKey(product.id, lot)

const namedBy = (row: ListRow) => ('line' in row ? row.line.product : row.removed)

/** The lines by name, with removed ones at their former places. */
function listRows(lines: readonly ShopLine[], removed: readonly OfferedUndo[]): ListRow[] {
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
  const [openedId, setOpenedId] = useState<number>()
  const rowActions = useRowActions(actions, setOpenedId)
  const opened = useProducts().data?.find(({ id }) => id === openedId)
  const [isClearing, setClearing] = useState(false)
  const clear = () => {
    setClearing(false)
    actions.clear()
  }
  return (
    <>
      <ul aria-label={t('basket.title')} className={css.lines}>
        {listRows(lines, undo.removed).map(row =>
          'line' in row ? (
            <BasketRow
              key={getKey(row.line)}
              line={row.line}
              actions={rowActions}
              offered={undo.lastAdded(getKey(row.line))}
              lastTurn={getKey(row.line) === lastAdded.key ? lastAdded.turn : undefined}
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
      </ul>
      {/* Room for a toast: the page scrolls far enough to keep the button clear of it. */}
      {lines.length > 0 && (
        <div className={css.linesEnd}>
          <SecondaryButton shape="quiet" onClick={() => setClearing(true)}>
            {t('basket.clear')}
          </SecondaryButton>
        </div>
      )}
      {opened && <ProductSheet product={opened} onClose={() => setOpenedId(undefined)} />}
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
  offered: OfferedUndo | undefined
  /** For the product added last: the number of the addition, so that each one scrolls the row into view. */
  lastTurn: number | undefined
}

/** Pieces have a stepper; weighed and bulk goods can only be removed and scanned again. */
function LineControls({ line, actions }: Pick<BasketRowProps, 'line' | 'actions'>) {
  const { t } = useTranslation()
  const { product, quantityThousandths } = line
  const names = { product: product.name }
  if (product.productCodeType !== 'standard') {
    return (
      <IconButton aria-label={t('basket.remove', names)} onClick={() => actions.remove(line)}>
        <TrashIcon />
      </IconButton>
    )
  }
  const isOnlyOne = quantityThousandths <= 1000
  return (
    <QuantityStepper
      value={formatQuantity(quantityThousandths)}
      onAdd={() => actions.step(line, 1)}
      onRemove={() => (isOnlyOne ? actions.remove(line) : actions.step(line, -1))}
      addLabel={t('basket.add', names)}
      removeLabel={isOnlyOne ? t('basket.remove', names) : t('basket.removeOne', names)}
      groupLabel={t('basket.quantityOf', names)}
    />
  )
}

/** The date of the packages, and the price before it was reduced. */
function LotCaption({ line: { lot = {}, percent, product } }: Pick<BasketRowProps, 'line'>) {
  const { t } = useTranslation()
  return (
    <Text variant="caption">
      {lotText(lot, t)}
      {percent !== undefined && (
        <>
          {` · ${t('basket.reducedFrom', { percent: percentText(percent) })} `}
          <s>{formatMoney(product.priceCents)}</s>
        </>
      )}
    </Text>
  )
}

/** One product of the basket: name, quantity and price. */
function BasketRowContent({ line, actions, offered, lastTurn }: BasketRowProps) {
  const { t } = useTranslation()
  const hasAllergens = useAllergens() !== null
  const row = useRef<HTMLLIElement>(null)
  const { product, totalCents } = line
  const isLast = lastTurn !== undefined
  useEffect(() => {
    if (lastTurn !== undefined) row.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [lastTurn])
  return (
    <li ref={row} data-last={isLast} className={joinClasses(css.basketRow, isLast && css.lastAdded)}>
      <div key={lastTurn} className={css.rowPicture}>
        <ProductDrawing drawing={product.drawing} size={64} />
      </div>
      <div className={css.rowTexts}>
        <div className={css.rowHead}>
          <h2 className={css.rowName}>
            <button
              type="button"
              aria-haspopup="dialog"
              className={css.rowOpener}
              onClick={() => actions.open(product.id)}
            >
              {product.name}
            </button>
          </h2>
          <Money cents={totalCents} size="line" />
        </div>
        {hasAllergens && (
          <div className={css.rowAllergens}>
            <AllergenPills product={product} />
          </div>
        )}
        {line.lot && <LotCaption line={line} />}
        {product.campaign && <Text variant="caption">{product.campaign.text}</Text>}
        <div className={css.rowControls}>
          <Text
            variant="body2"
            soft={product.available}
            className={joinClasses(
              css.rowDetail,
              !product.available && css.notSold,
              offered && product.available && product.productCodeType === 'standard' && css.givesWay,
            )}
          >
            {product.available
              ? lineDetail(line, t)
              : t(product.needsStaff === true ? 'home.ageNotSold' : 'basket.notSoldHere')}
          </Text>
          {offered && <UndoButton product={product.name} onUndo={() => actions.undo(offered)} />}
          <LineControls line={line} actions={actions} />
        </div>
      </div>
    </li>
  )
}

/** Compares all that a row shows of a line; every change of the basket recreates the line objects. */
const isSameLine = (before: ShopLine, now: ShopLine) =>
  before.product === now.product &&
  before.quantityThousandths === now.quantityThousandths &&
  before.totalCents === now.totalCents &&
  before.percent === now.percent &&
  before.amountsCents?.length === now.amountsCents?.length

/** Renders a row only when it changes: with forty rows, a scan would otherwise show late on a slow phone. */
const BasketRow = memo(
  BasketRowContent,
  (before, now) =>
    before.actions === now.actions &&
    before.offered === now.offered &&
    before.lastTurn === now.lastTurn &&
    isSameLine(before.line, now.line),
)

/** The actions of a basket row. */
type RowActions = Pick<BasketActions, 'remove' | 'step'> &
  Pick<BasketActions['undo'], 'undo'> & { open: (productId: number) => void }

/** The same object for the whole visit, so that rows don't rerender for it; it calls the latest actions. */
function useRowActions(actions: BasketActions, open: RowActions['open']): RowActions {
  const remove = useSteady(actions.remove)
  const step = useSteady(actions.step)
  const undo = useSteady(actions.undo.undo)
  return useMemo(() => ({ remove, step, undo, open }), [remove, step, undo, open])
}
