import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StockTake, StockTakeLine } from '#contract/stock/stock-takes.ts'
import { lotKey } from '#domain/catalogue/lot.ts'
import { formatUnitQuantity, signedText } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { lotKeyText } from '#web/back-office/stock/stock-work/draft-lots.ts'
import { besideScanner, ScanWindow, useScanLine } from '#web/back-office/stock/stock-work/scan-window.tsx'
import type { DraftGoods } from '#web/back-office/stock/stock-work/stock-draft.ts'
import { storedValue, useStoredValue } from '#web/back-office/stock/stock-work/use-stock-work.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { UnsavedPanel } from '#web/kit/storage/unsaved-panel.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { signalScan } from '#web/scanning/sounds.ts'
import { useProducts } from '#web/shop/catalogue/products/queries.ts'
import { CountPad } from './count-pad.tsx'
import { type CountAmount, withPending, type QueuedCount, useCounting } from './count-queue.ts'
import { UnsentCounts, useStockTakeActions } from './review-view.tsx'
import { timeIn } from './stock-take-labels.ts'
import { LATEST_COUNTED, linesQuery, StockTakeLines } from './stock-take-lines.tsx'

const blindSetting = storedValue('stock-take-blind', stored => stored === true)

/** Whether this phone hides the ledger's quantities while counting. */
const useBlind = (): [boolean, (isBlind: boolean) => void] => [useStoredValue(blindSetting), blindSetting.put]

type TurningProps = {
  store: StockStore
  isOpen: boolean
  actions: ReturnType<typeof useStockTakeActions>
}

/** Pauses or resumes the stock take, and links to the others. */
function ScannerPanel({ store, isOpen, actions }: TurningProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button
        variant="outlined"
        size="small"
        disabled={actions.isBusy}
        onClick={() => void actions.turn(isOpen ? 'paused' : 'open')}
      >
        {isOpen ? t('stockTakes.pause') : t('stockTakes.resume')}
      </Button>
      <Button variant="text" size="small" component={Link} to={stockPath({ store: store.id, take: 'all' })}>
        {t('stockTakes.title')}
      </Button>
    </Box>
  )
}

function startText({ started_by: { email }, started_at: at }: StockTake, store: StockStore, t: Translate): string {
  const time = timeIn(store, at)
  return email === null ? `${t('stockTakes.started')} ${time}` : t('stockTakes.startedBy', { email, time })
}

/** Counts by scanning, on this phone and on others at once. */
export function CountingView({ store, take }: { store: StockStore; take: StockTake }) {
  const { t } = useTranslation()
  const { data: products } = useProducts()
  const isOpen = take.state === 'open'
  const counting = useCounting(take.id)
  const scans = useCountScans(counting, isOpen)
  const actions = useStockTakeActions(take.id)
  const [isBlind, setBlind] = useBlind()
  const [forgotten, setForgotten] = useState<StockTakeLine>()
  const toGoods = ({ product_id: productId, name, unit }: StockTakeLine): DraftGoods => {
    // A product that isn't on sale may be counted in fractions; the server validates the quantity.
    const codeType = products?.find(({ id }) => id === productId)?.product_code_type ?? 'bulk'
    return { productId, name, unit, codeType }
  }
  const forget = async () => {
    if (forgotten && (await actions.forget(forgotten.product_id))) counting.forgetAnswer(forgotten.product_id)
    setForgotten(undefined)
  }
  const { last, many } = scans
  // Another phone may have counted this product since.
  const latest = useQuery(linesQuery(take.id, LATEST_COUNTED)).data?.items
  const lastLine = latest?.find(line => line.product_id === last?.goods.productId)
  const lastTotal = last ? scans.getCounted(last.goods.productId, lastLine) : null
  return (
    <>
      <Page
        title={t('stockTakes.name', { id: String(take.id) })}
        lead={`${store.name}. ${startText(take, store, t)}`}
        width="wide"
        aside={<ScannerPanel store={store} isOpen={isOpen} actions={actions} />}
      >
        <Box sx={besideScanner}>
          <ScanWindow line={scans.line} isPaused={!isOpen || many !== undefined || forgotten !== undefined} />
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
              {!isOpen && <Panel tone="attention">{t('stockTakes.isPaused')}</Panel>}
            </Box>
            <UnsavedPanel />
            <UnsentCounts takeId={take.id} counting={counting} />
            {last && (
              <LastCountCard
                last={last}
                total={lastTotal}
                disabled={!isOpen}
                onUndo={() => scans.count(last.goods, { ...last.amount, quantity: -last.amount.quantity })}
                onMany={() => scans.setMany({ goods: last.goods, counted: lastTotal })}
              />
            )}
            <StockTakeLines
              takeId={take.id}
              isBlind={isBlind}
              disabled={!isOpen}
              getCounted={line => scans.getCounted(line.product_id, line)}
              onMany={line => scans.setMany({ goods: toGoods(line), counted: scans.getCounted(line.product_id, line) })}
              onForget={setForgotten}
            />
            <CheckInput label={t('stockTakes.blind')} checked={isBlind} onChange={setBlind} />
          </Box>
        </Box>
      </Page>
      <BottomBar
        width="wide"
        summary={t('stockTakes.countedCount', { count: take.counted })}
        action={
          <PrimaryButton component={Link} to={stockPath({ store: store.id, take: take.id, show: 'review' })}>
            {t('stockTakes.toReview')}
          </PrimaryButton>
        }
      />
      {many && (
        <CountPad
          key={many.goods.productId}
          goods={many.goods}
          counted={many.counted}
          lot={many.lot}
          storeId={store.id}
          onCount={amount => scans.count(many.goods, amount)}
          onClose={() => scans.setMany(undefined)}
        />
      )}
      {forgotten && (
        <ConfirmDialog
          open
          title={t('stockTakes.forget', { product: forgotten.name })}
          text={t('stockTakes.forgetText')}
          confirmText={t('stockTakes.forgetConfirm')}
          cancelText={t('common.cancel')}
          onConfirm={() => void forget()}
          onCancel={() => setForgotten(undefined)}
          busy={actions.isBusy}
          danger
        />
      )}
    </>
  )
}

/** Goods whose quantity is being typed, and the server's count of them. */
type ManyCounted = { goods: DraftGoods; counted: number | null; lot?: string | undefined }

/** Each scan counts the quantity in its code; goods sold by weight open the number pad. */
function useCountScans(counting: QueuedCount, isOpen: boolean) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const [last, setLast] = useState<LastCount>()
  const [many, setMany] = useState<ManyCounted>()
  const { answers, pending } = counting

  /** The newer of this phone's last response and the listed line, plus the pending counts. */
  const getCounted = (productId: number, listed?: StockTakeLine): number | null => {
    const answer = answers.get(productId)
    const isNewer = answer && (!listed || (answer.counted_at ?? '') >= (listed.counted_at ?? ''))
    const counted = isNewer ? answer.counted : (listed?.counted ?? null)
    return withPending(
      counted,
      pending.filter(each => each.productId === productId),
    )
  }
  const count = (goods: DraftGoods, amount: CountAmount) => {
    counting.count(goods, amount)
    setLast({ goods, amount })
    signalScan('accepted')
    announce(`${goods.name}, ${signedText(amount.quantity, goods.unit, t)}`)
  }
  const line = useScanLine(({ goods, quantity, lot: scannedLot }) => {
    const lot = scannedLot && lotKey(scannedLot)
    if (!isOpen) return signalScan('problem')
    // A number is being typed for this product: the scan changes nothing.
    if (many?.goods.productId === goods.productId) return signalScan('accepted')
    setMany(undefined)
    if (quantity > 0 && goods.codeType !== 'bulk') return count(goods, { mode: 'add', quantity, lot })
    signalScan('accepted')
    setMany({ goods, counted: getCounted(goods.productId), lot })
  })
  return { line, last, many, setMany, count, getCounted }
}

/** The last count on this phone. */
type LastCount = { goods: DraftGoods; amount: CountAmount }

type LastCountProps = {
  last: LastCount
  total: number | null
  disabled: boolean
  onUndo: () => void
  onMany: () => void
}

/** The last scan in large type: the product, the added quantity and the new total. */
function LastCountCard({ last: { goods, amount }, total, disabled, onUndo, onMany }: LastCountProps) {
  const { t } = useTranslation()
  const { mode, quantity, lot } = amount
  return (
    <Box
      role="group"
      aria-label={t('stockTakes.last')}
      sx={{ p: 2, borderRadius: 1, bgcolor: 'surface.lit', display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline' }}>
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 700, fontSize: '1.125rem' }}>
          {goods.name}
          {lot !== undefined && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{lotKeyText(lot, t)}</Box>}
        </Box>
        {mode === 'add' && <Box sx={{ fontWeight: 650 }}>{signedText(quantity, goods.unit, t)}</Box>}
        <Box sx={{ typography: 'amount', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {total === null ? '–' : formatUnitQuantity(total, goods.unit, t)}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" size="small" disabled={disabled} onClick={onMany}>
          {t('stockTakes.many')}
        </Button>
        {mode === 'add' && quantity > 0 && (
          <Button variant="text" size="small" disabled={disabled} onClick={onUndo}>
            {t('common.undo')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
