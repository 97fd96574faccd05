import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import { lastDay, parseLotKey } from '#domain/catalogue/lot.ts'
import { shortDayText } from '#domain/format/day-text.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { UnsavedPanel } from '#web/kit/storage/unsaved-panel.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { signalScan } from '#web/scanning/sounds.ts'
import { DateDialog } from './date-dialog.tsx'
import { DraftLines } from './draft-lines.tsx'
import { findLastDate, hasLots } from './draft-lots.ts'
import { NumberPad, UnusualQuestion } from './number-pad.tsx'
import { besideScanner, ScanWindow, useScanLine } from './scan-window.tsx'
import {
  type DraftAddition,
  changeRest,
  changeText,
  type DraftLine,
  isPriceText,
  lineFault,
  needsReason,
  priceText,
  removeLine,
  unusualLines,
} from './stock-draft.ts'
import { SCAN_PROBLEM, type StockWork, useStockWork } from './use-stock-work.ts'
import { DeliveryFields, OrderedGoods, ReasonField } from './work-fields.tsx'
import { stockPath, type WorkKind, workLabels } from './work-labels.ts'
import { WorkResult } from './work-result.tsx'

type WorkViewProps = {
  store: StockStore
  kind: WorkKind
  /** That a delivery belongs to. */
  order?: PurchaseOrderDetail
}

/** Receives, counts, wastes or corrects goods: each is scanned and gets a quantity, and all are sent at once. */
export function WorkView({ store, kind, order }: WorkViewProps) {
  const { t } = useTranslation()
  const words = workLabels(kind, t)
  const work = useStockWork(store.id, kind, order)
  const { draft, problems, isSending, done } = work
  const [wasTried, setTried] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const [dated, setDated] = useDatedLine(draft.lines)
  const unusual = unusualLines(draft, kind)
  const isLocked = draft.isSent || isSending
  const scans = useDraftScans({ work, isLocked })
  const backPath = stockPath({ store: store.id, ...(order && { order: order.id }) })

  const getFault = (line: DraftLine) => {
    const fault = wasTried ? lineFault(line, kind) : undefined
    if (fault === 'empty') return t('stock.missingQuantity')
    return fault === 'invalid' ? t('stock.problemQuantity') : problems.get(line.productId)
  }
  const isReasonMissing = needsReason(kind) && draft.reason.trim() === ''
  const reasonError = wasTried && isReasonMissing ? t('form.requiredField') : problems.get('reason')
  const send = () => {
    const arePricesValid = kind !== 'delivery' || draft.lines.every(line => isPriceText(priceText(line, order)))
    const isValid = !isReasonMissing && arePricesValid && draft.lines.every(line => lineFault(line, kind) === undefined)
    setTried(!isValid)
    if (!isValid) return
    if (unusual.length > 0 && !draft.isSent) setConfirming(true)
    else void work.send()
  }
  const back = <BackButton path={backPath} text={t(order ? 'stock.backToOrder' : 'stock.backToStock')} />
  if (done) {
    return (
      <Page title={words.title} lead={store.name} width="wide" aside={back}>
        <WorkResult done={done} title={words.done} backPath={backPath} onGoOn={work.goOn} />
      </Page>
    )
  }
  return (
    <>
      <Page title={words.title} lead={`${store.name}. ${words.lead}`} width="wide" aside={back}>
        <Box sx={besideScanner}>
          <ScanWindow line={scans.line} isPaused={isLocked || scans.open !== undefined || dated !== undefined} />
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <UnsavedPanel />
            <Box role="status" sx={{ '&:empty': { position: 'absolute' } }}>
              {draft.isSent && !isSending && <Panel tone="attention">{t('stock.notAnswered')}</Panel>}
            </Box>
            {order && <OrderedGoods work={work} order={order} disabled={isLocked} />}
            {draft.lines.length === 0 ? (
              <EmptyState title={t('stock.nothingReceived')} text={t('stock.nothingReceivedText')} />
            ) : (
              <>
                <DraftLines
                  lines={draft.lines}
                  lit={scans.lit}
                  disabled={isLocked}
                  getFault={getFault}
                  onOpen={line => scans.setOpen(line.productId)}
                  onRemove={({ productId }) => work.change(now => removeLine(now, productId))}
                  onDate={hasLots(kind) ? line => setDated(line.productId) : undefined}
                />
                {kind === 'delivery' && (
                  <DeliveryFields
                    storeId={store.id}
                    work={work}
                    order={order}
                    disabled={isLocked}
                    wasTried={wasTried}
                  />
                )}
                <ReasonField
                  reason={draft.reason}
                  common={words.reasons}
                  required={needsReason(kind)}
                  disabled={isLocked}
                  error={reasonError}
                  onChange={reason => work.change(now => ({ ...now, reason }))}
                />
              </>
            )}
          </Box>
        </Box>
      </Page>
      {draft.lines.length > 0 && (
        <BottomBar
          width="wide"
          action={
            <Box sx={{ display: 'grid', gridColumn: { md: 2 } }}>
              <PrimaryButton loading={isSending} loadingLabel={t('common.loading')} onClick={send}>
                {draft.isSent ? t('stock.sendAgain') : words.send(draft.lines.length)}
              </PrimaryButton>
            </Box>
          }
        />
      )}
      {isConfirming && (
        <UnusualQuestion
          lines={unusual}
          onConfirm={() => {
            setConfirming(false)
            void work.send()
          }}
          onCancel={() => setConfirming(false)}
        />
      )}
      {dated && <LineDate line={dated} kind={kind} work={work} store={store} onClose={() => setDated(undefined)} />}
      {scans.open !== undefined && (
        <LinePad
          key={scans.open.productId}
          line={scans.open}
          kind={kind}
          label={words.quantity}
          work={work}
          onClose={() => scans.setOpen(undefined)}
        />
      )}
    </>
  )
}

const BackButton = ({ path, text }: { path: string; text: string }) => (
  <Button variant="text" component={Link} to={path}>
    {text}
  </Button>
)

type DraftScans = {
  work: StockWork
  /** Nothing may change while the outcome of a request is unknown. */
  isLocked: boolean
}

/** Turns scans and choices into lines of the draft. The last one is highlighted; one that needs a quantity is open. */
function useDraftScans({ work, isLocked }: DraftScans) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const announce = useAnnounce()
  const [lit, setLit] = useState<number>()
  // A line that was left without a quantity, or came from the product's ledger, is opened first.
  const [openId, setOpen] = useState(() => work.draft.lines.slice(0, 1).find(({ text }) => text === '')?.productId)

  const addGoods = ({ goods, quantity, lot }: Omit<DraftAddition, 'kind'>) => {
    if (isLocked) return signalScan('problem')
    const { draft, outcome } = work.add({ goods, quantity, lot })
    setLit(goods.productId)
    // The quantity of the product before has been typed; this one's is next.
    setOpen(outcome === 'ask' ? goods.productId : undefined)
    signalScan(outcome === 'already' ? 'problem' : 'accepted')
    if (outcome === 'added') announce(`${goods.name}, ${draft.lines[0]?.text}`)
    if (outcome === 'already') {
      const detail = goods.name
      notify({ id: SCAN_PROBLEM, severity: 'warning', text: t('stock.alreadySelected'), detail })
    }
  }
  const line = useScanLine(addGoods, found => {
    if (!isLocked) work.nameLot(found)
  })
  return { line, lit, setOpen, open: work.draft.lines.find(({ productId }) => productId === openId) }
}

type LinePadProps = {
  line: DraftLine
  kind: WorkKind
  label: string
  work: StockWork
  onClose: () => void
}

/** The quantity of a line. Typing changes the line at once, so that the next scan may come at any time. */
function LinePad({ line, kind, label, work, onClose }: LinePadProps) {
  const { t } = useTranslation()
  const [wasTried, setTried] = useState(false)
  const fault = lineFault(line, kind)
  const finish = () => {
    setTried(true)
    if (fault === undefined) onClose()
  }
  return (
    <NumberPad
      title={line.name}
      label={`${label} (${unitText(line.unit, t)})`}
      text={line.text}
      onText={text => work.change(now => changeText(now, line.productId, text))}
      onSubmit={finish}
      onClose={onClose}
      hasSign={kind === 'correction'}
      fault={wasTried && fault !== undefined ? t('stock.problemQuantity') : undefined}
      choices={hasLots(kind) && <SameAsLast line={line} work={work} />}
    >
      <Button type="submit" variant="contained">
        {t('stock.numberDone')}
      </Button>
    </NumberPad>
  )
}

/** Sets a line's date to that of the line before. */
function SameAsLast({ line: { productId, rest }, work }: Pick<LinePadProps, 'line' | 'work'>) {
  const { t } = useTranslation()
  const last = findLastDate(work.draft.lines, productId)
  const day = lastDay(parseLotKey(last ?? '') ?? {})
  if (day === undefined) return null
  return (
    <button
      type="button"
      className={CHOICE_CLASS}
      aria-pressed={rest === last}
      // Keeps the focus in the field, so that Enter still submits the number.
      onMouseDown={event => event.preventDefault()}
      onClick={() => work.change(now => changeRest(now, productId, rest === last ? undefined : last))}
    >
      {t('stock.sameAsLast', { day: shortDayText(day) })}
    </button>
  )
}

/** The line whose date is being chosen. */
function useDatedLine(lines: readonly DraftLine[]) {
  const [id, setId] = useState<number>()
  return [lines.find(({ productId }) => productId === id), setId] as const
}

type LineDateProps = Pick<LinePadProps, 'line' | 'kind' | 'work' | 'onClose'> & { store: StockStore }

/** The date of a line; of what is thrown away, also a lot that is there. */
function LineDate({ line: { productId, name, rest }, kind, work, store, onClose }: LineDateProps) {
  return (
    <DateDialog
      key={productId}
      name={name}
      timeZone={store.time_zone}
      stocked={kind === 'waste' ? { storeId: store.id, productId } : undefined}
      chosen={rest}
      last={findLastDate(work.draft.lines, productId)}
      onChoose={chosen => work.change(now => changeRest(now, productId, chosen))}
      onClose={onClose}
    />
  )
}
