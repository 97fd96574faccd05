import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { LabelsDialog } from '#web/back-office/catalogue/shelf-labels/labels-dialog.tsx'
import { signedText } from '#web/back-office/kit/quantity-labels.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { useFocusOnMount } from '#web/kit/ui/hooks/focus.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { UndoDeliveryDialog } from './undo-delivery-dialog.tsx'
import type { FinishedWork } from './use-stock-work.ts'

type WorkResultProps = {
  done: FinishedWork
  title: string
  backPath: string
  onGoOn: () => void
}

/** The posted lines, and the new stock of each shelf. */
export function WorkResult({ done, title, backPath, onGoOn }: WorkResultProps) {
  const { t } = useTranslation()
  const panel = useFocusOnMount<HTMLDivElement>()
  return (
    <Box ref={panel} tabIndex={-1} sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
      <Panel tone="fresh" component="section" aria-label={title}>
        <Typography variant="h2" sx={{ mb: 1 }}>
          {title}
        </Typography>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {done.moved.map(({ product_id: id, moved, quantity }) => {
            const line = done.lines.find(({ productId }) => productId === id)
            const unit = line?.unit ?? ''
            return (
              <Box
                component="li"
                key={id}
                sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
              >
                <Box sx={{ flex: '1 1 160px', fontWeight: 650 }}>{line?.name ?? id}</Box>
                <Box sx={{ ml: 'auto', display: 'flex', columnGap: 2, fontVariantNumeric: 'tabular-nums' }}>
                  <span>{signedText(moved, unit, t)}</span>
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {t('stock.nowThere', { quantity: quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t) })}
                  </Box>
                </Box>
              </Box>
            )
          })}
        </Box>
      </Panel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" onClick={onGoOn}>
          {t('stock.goOn')}
        </Button>
        <Button variant="outlined" component={Link} to={backPath}>
          {t('stock.backToStock')}
        </Button>
        {done.deliveryId !== null && <DeliveryActions done={done} deliveryId={done.deliveryId} onUndone={onGoOn} />}
      </Box>
    </Box>
  )
}

type DeliveryActionsProps = {
  done: FinishedWork
  deliveryId: number
  onUndone: () => void
}

/** What often follows a delivery: new labels for its shelves, or its undoing. */
function DeliveryActions({ done, deliveryId, onUndone }: DeliveryActionsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'labels' | 'undo'>()
  const close = () => setOpen(undefined)
  const ids = done.moved.map(({ product_id: id }) => id)
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen('labels')}>
        {t('labels.print')}
      </Button>
      <Button variant="text" color="error" onClick={() => setOpen('undo')}>
        {t('stock.undo')}
      </Button>
      {open === 'labels' && <LabelsDialog selection={{ kind: 'rows', ids }} onClose={close} />}
      {open === 'undo' && <UndoDeliveryDialog id={deliveryId} onUndone={onUndone} onClose={close} />}
    </>
  )
}
