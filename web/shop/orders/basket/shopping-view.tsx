import { useEffect, useState } from 'react'
import { listedDigits } from '#domain/catalogue/listed-digits.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { UnsavedPanel } from '#web/kit/storage/unsaved-panel.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { useFocusOnMount } from '#web/kit/ui/hooks/focus.ts'
import { useScrolledDown } from '#web/kit/ui/hooks/use-scrolled-down.ts'
import { useSteady } from '#web/kit/ui/hooks/use-steady.ts'
import { joinClasses } from '#web/kit/ui/text.tsx'
import { type Camera, isProblem } from '#web/scanning/camera/use-camera.ts'
import { ScannerView } from '#web/scanning/scanner-view.tsx'
import { useScanner } from '#web/scanning/use-scanner.ts'
import { useWedgeScanner } from '#web/scanning/use-wedge-scanner.ts'
import type { ManualStart } from '#web/shop/catalogue/product-search/manual-entry-dialog.tsx'
import { ManualEntryDialog, preloadManualEntry } from '#web/shop/catalogue/product-search/manual-entry-part.ts'
import { UnresolvedOrders } from '#web/shop/orders/checkout/payment-status/unresolved-orders.tsx'
import { Help } from '#web/shop/stores/help/help-part.ts'
import { ClosedNote } from '#web/shop/stores/stores/closed-note.tsx'
import { useActiveStore } from '#web/shop/stores/stores/queries.ts'
import { BasketBar, type ExpectedTotal } from './basket-bar.tsx'
import { BasketLines } from './basket-lines.tsx'
import css from './basket.module.css'
import { UndoStrip } from './undo-strip.tsx'
import { useBasketActions } from './use-basket-actions.ts'
import type { BasketView, ShopState } from './use-basket.ts'
import { useScanReading } from './use-scan-reading.ts'

// Not in the first view; preloaded, so that a question opens at once, also without a network.
const { Part: ScanQuestions, preload: preloadScanQuestions } = lazyPart(
  async () => (await import('./scan-questions.tsx')).ScanQuestions,
)

/** Shown before the first product: what to do. If the camera has a problem, its window shows that already. */
function EmptyBasket({ camera, onManual }: { camera: Camera; onManual: () => void }) {
  const { t } = useTranslation()
  const drawing = <EmptyDrawing subject="basket" />
  if (isProblem(camera.phase)) return <EmptyState title={t('basket.empty')} drawing={drawing} />
  const type = (
    <SecondaryButton fullWidth onClick={onManual}>
      {t('scanner.typeCode')}
    </SecondaryButton>
  )
  return <EmptyState title={t('basket.empty')} drawing={drawing} text={t('basket.emptyText')} action={type} />
}

type ShoppingViewProps = {
  shop: ShopState
  basket: BasketView
  camera: Camera
  onCheckout: (seen: ExpectedTotal) => void
}

/** The camera above the basket's lines, or beside them on a wide screen. */
export function ShoppingView({ shop, basket, camera, onCheckout }: ShoppingViewProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<ManualStart | null>(null)
  const store = useActiveStore()
  const start = useFocusOnMount<HTMLDivElement>()
  const isBarHidden = useScrolledDown()
  const openManual = useSteady(() => setTyped({ text: '', keys: 'digits' }))
  const actions = useBasketActions(basket, shop.products)
  const reading = useScanReading({ shop, today: basket.today, actions, onManual: setTyped })
  const isPaused = typed !== null || reading.question !== null
  const listed = (code: string) => listedDigits(code, shop.catalogue)
  const scanner = useScanner({ camera, onCode: reading.handleCode, onLot: reading.handleLot, listed, isPaused })
  const { cleared, removed } = actions.undo
  const handleCode = useSteady(reading.handleCode)
  useWedgeScanner(handleCode)
  useEffect(() => {
    void preloadManualEntry()
    void preloadScanQuestions()
  }, [])
  return (
    <>
      <div className={css.closedNote}>
        <ClosedNote store={store} />
      </div>
      <div className={css.layout} ref={start} tabIndex={-1}>
        <div className={joinClasses(css.camera, isBarHidden && css.withoutBar)}>
          <ScannerView scanner={scanner} onManual={openManual} onCode={handleCode} />
        </div>
        <div>
          <div className={css.notStored}>
            <UnsavedPanel />
            <UnresolvedOrders />
          </div>
          {cleared && (
            <UndoStrip
              text={t('basket.cleared')}
              action={
                <SecondaryButton shape="quiet" small onClick={() => actions.undo.undo(cleared)}>
                  {t('common.undo')}
                </SecondaryButton>
              }
            />
          )}
          {basket.lines.length + removed.length > 0 && <BasketLines lines={basket.lines} actions={actions} />}
          {basket.lines.length === 0 && <EmptyBasket camera={scanner} onManual={openManual} />}
          {store && <Help storeId={store.id} screen="basket" cents={basket.sumCents} />}
        </div>
      </div>
      {basket.lines.length > 0 && <BasketBar basket={basket} onCheckout={onCheckout} />}
      {typed !== null && (
        <ManualEntryDialog
          products={shop.products}
          start={typed}
          onCode={reading.handleCode}
          onChoice={reading.handleChoice}
          onClose={() => setTyped(null)}
        />
      )}
      {reading.question && <ScanQuestions reading={reading} actions={actions} />}
    </>
  )
}
