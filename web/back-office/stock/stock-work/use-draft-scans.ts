import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { signalScan } from '#web/scanning/sounds.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import type { Addition } from './stock-draft.ts'
import { SCAN_TROUBLE, useScanLine } from './use-scan-line.ts'
import type { StockWork } from './use-stock-work.ts'

interface DraftScans {
  work: StockWork
  /** Nothing may change while it is not known what became of what was sent. */
  isLocked: boolean
}

/** Scans and choices become lines of the draft. The line that was touched last is lit; one that needs a figure is open. */
export function useDraftScans({ work, isLocked }: DraftScans) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const announce = useAnnounce()
  const [lit, setLit] = useState<number>()
  // A line that was left without its figure, or came from the product's ledger, asks for it first.
  const [openId, setOpen] = useState(() => work.draft.lines.slice(0, 1).find(({ text }) => text === '')?.productId)

  const take = ({ goods, quantity }: Omit<Addition, 'kind'>) => {
    if (isLocked) return signalScan('trouble')
    const { draft, outcome } = work.add({ goods, quantity })
    setLit(goods.productId)
    // The figure of the product before is typed; this one's is next.
    setOpen(outcome === 'ask' ? goods.productId : undefined)
    signalScan(outcome === 'already' ? 'trouble' : 'taken')
    if (outcome === 'added') announce(`${goods.name}, ${draft.lines[0]?.text}`)
    if (outcome === 'already') {
      const detail = goods.name
      notify({ id: SCAN_TROUBLE, severity: 'warning', text: t('stock.alreadySelected'), detail })
    }
  }
  const line = useScanLine(take)
  return { line, lit, setOpen, open: work.draft.lines.find(({ productId }) => productId === openId) }
}
