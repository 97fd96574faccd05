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
  /** Nothing may change while the outcome of a request is unknown. */
  isLocked: boolean
}

/** Turns scans and choices into lines of the draft. The last one is highlighted; one that needs a quantity is open. */
export function useDraftScans({ work, isLocked }: DraftScans) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const announce = useAnnounce()
  const [lit, setLit] = useState<number>()
  // A line that was left without a quantity, or came from the product's ledger, is opened first.
  const [openId, setOpen] = useState(() => work.draft.lines.slice(0, 1).find(({ text }) => text === '')?.productId)

  const take = ({ goods, quantity }: Omit<Addition, 'kind'>) => {
    if (isLocked) return signalScan('trouble')
    const { draft, outcome } = work.add({ goods, quantity })
    setLit(goods.productId)
    // The quantity of the product before has been typed; this one's is next.
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
