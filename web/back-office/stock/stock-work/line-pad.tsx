import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { unitText } from '#web/shop/catalogue/products/unit-text.ts'
import { NumberPad } from './number-pad.tsx'
import type { WorkKind } from './stock-address.ts'
import { changeText, type DraftLine, lineFault } from './stock-draft.ts'
import type { StockWork } from './use-stock-work.ts'

interface LinePadProps {
  line: DraftLine
  kind: WorkKind
  label: string
  work: StockWork
  onClose: () => void
}

/** The quantity of a line. Typing changes the line at once, so that the next scan may come at any time. */
export function LinePad({ line, kind, label, work, onClose }: LinePadProps) {
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
    >
      <Button type="submit" variant="contained">
        {t('stock.numberDone')}
      </Button>
    </NumberPad>
  )
}
