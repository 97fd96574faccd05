import type { StockTakeLine } from '#contract/stock/stock-takes.ts'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { signalScan } from '#web/scanning/sounds.ts'
import type { Goods } from '#web/back-office/stock/stock-work/goods.ts'
import { signedText } from '#web/back-office/stock/stock-work/quantity-words.ts'
import { useScanLine } from '#web/back-office/stock/stock-work/use-scan-line.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { withPending } from './count-queue.ts'
import type { LastCount } from './last-count.tsx'
import type { Counting } from './use-counting.ts'

/** Goods whose quantity is being typed, and the server's count of them. */
export type Many = { goods: Goods; counted: number | null }

/** Each scan counts the quantity in its code; goods sold by weight open the number pad. */
export function useCountScans(counting: Counting, isOpen: boolean) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const [last, setLast] = useState<LastCount>()
  const [many, setMany] = useState<Many>()
  const { answers, pending } = counting

  /** The newer of this phone's last response and the listed line, plus the pending counts. */
  const countedOf = (productId: number, listed?: StockTakeLine): number | null => {
    const answer = answers.get(productId)
    const isNewer = answer && (!listed || (answer.counted_at ?? '') >= (listed.counted_at ?? ''))
    const known = isNewer ? answer.counted : (listed?.counted ?? null)
    return withPending(
      known,
      pending.filter(each => each.productId === productId),
    )
  }
  const count = (goods: Goods, mode: 'add' | 'set', quantity: number) => {
    counting.count(goods, mode, quantity)
    setLast({ goods, mode, quantity })
    signalScan('taken')
    announce(`${goods.name}, ${signedText(quantity, goods.unit, t)}`)
  }
  const line = useScanLine(({ goods, quantity }) => {
    if (!isOpen) return signalScan('trouble')
    // A number is being typed for this product: the scan changes nothing.
    if (many?.goods.productId === goods.productId) return signalScan('taken')
    setMany(undefined)
    if (quantity > 0 && goods.codeType !== 'bulk') return count(goods, 'add', quantity)
    signalScan('taken')
    setMany({ goods, counted: countedOf(goods.productId) })
  })
  return { line, last, many, setMany, count, countedOf }
}
