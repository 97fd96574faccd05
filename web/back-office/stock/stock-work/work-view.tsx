import type { StockStore } from './stock-store.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { NotKeptPanel } from '#web/kit/storage/not-kept-panel.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { DraftLines } from './draft-lines.tsx'
import { LinePad } from './line-pad.tsx'
import { ReasonField } from './reason-field.tsx'
import { besideScanner, ScanWindow } from './scan-window.tsx'
import { stockPath, type WorkKind } from './stock-address.ts'
import { type DraftLine, lineFault, needsReason, removeLine } from './stock-draft.ts'
import { useDraftScans } from './use-draft-scans.ts'
import { useStockWork } from './use-stock-work.ts'
import { workWords } from './work-words.ts'
import { WorkResult } from './work-result.tsx'

interface WorkViewProps {
  store: StockStore
  kind: WorkKind
}

/** Receives, counts, wastes or corrects goods: each is scanned and gets a quantity, and all are sent at once. */
export function WorkView({ store, kind }: WorkViewProps) {
  const { t } = useTranslation()
  const words = workWords(kind, t)
  const work = useStockWork(store.id, kind)
  const { draft, problems, isSending, done } = work
  const [wasTried, setTried] = useState(false)
  const isLocked = draft.isSent || isSending
  const scans = useDraftScans({ work, isLocked })
  const backPath = stockPath({ store: store.id })

  const faultOf = (line: DraftLine) => {
    const fault = wasTried ? lineFault(line, kind) : undefined
    if (fault === 'empty') return t('stock.missingQuantity')
    return fault === 'invalid' ? t('stock.problemQuantity') : problems.get(line.productId)
  }
  const isReasonMissing = needsReason(kind) && draft.reason.trim() === ''
  const reasonError = wasTried && isReasonMissing ? t('form.requiredField') : problems.get('reason')
  const send = () => {
    const isSound = !isReasonMissing && draft.lines.every(line => lineFault(line, kind) === undefined)
    setTried(!isSound)
    if (isSound) void work.send()
  }
  const back = (
    <Button variant="text" component={Link} to={backPath}>
      {t('stock.backToStock')}
    </Button>
  )
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
          <ScanWindow line={scans.line} isPaused={isLocked || scans.open !== undefined} />
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <NotKeptPanel />
            <Box role="status" sx={{ '&:empty': { position: 'absolute' } }}>
              {draft.isSent && !isSending && <Panel tone="attention">{t('stock.notAnswered')}</Panel>}
            </Box>
            {draft.lines.length === 0 ? (
              <EmptyState title={t('stock.nothingTaken')} text={t('stock.nothingTakenText')} />
            ) : (
              <>
                <DraftLines
                  lines={draft.lines}
                  lit={scans.lit}
                  disabled={isLocked}
                  faultOf={faultOf}
                  onOpen={line => scans.setOpen(line.productId)}
                  onRemove={({ productId }) => work.change(now => removeLine(now, productId))}
                />
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
