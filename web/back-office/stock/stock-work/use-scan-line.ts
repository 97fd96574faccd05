import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { errorText } from '#web/kit/api/show-error.ts'
import type { ShopProduct } from '#web/shop/orders/basket/shop-product.ts'
import { signalScan } from '#web/scanning/sounds.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { useSteady } from '#web/kit/ui/use-steady.ts'
import { type Found, goodsOf, useFindGoods } from './use-find-goods.ts'

/** One notice id for all scan problems: the next scan replaces or dismisses the notice. */
export const SCAN_TROUBLE = 'scan-trouble'

type Taken = Extract<Found, { kind: 'goods' }>

/** Notifies why a scan failed, and what to do about it. */
function useTrouble() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const navigate = useNavigate()
  const tell = (text: string) => notify({ id: SCAN_TROUBLE, severity: 'error', text })
  return (found: Exclude<Found, Taken>) => {
    signalScan('trouble')
    switch (found.kind) {
      case 'unknown':
        return notify({
          id: SCAN_TROUBLE,
          severity: 'error',
          text: t('stock.unknownCode', { code: found.code }),
          action: {
            label: t('stock.createProduct'),
            onAct: () => void navigate(`${PATHS.productCreate}?code=${encodeURIComponent(found.code)}`),
          },
        })
      case 'bad-check-digit':
        return tell(t('scanner.badCheckDigit', { code: found.code }))
      case 'preorder':
        return tell(t('stock.preorderGoods', { product: found.name }))
      default:
        return tell(t('stock.error', { error: errorText(found.error, t) ?? t('errors.unknown') }))
    }
  }
}

/** Runs work in sequence: a code that needs the server delays the next ones. */
function createLine() {
  let last = Promise.resolve()
  return (work: () => Promise<void>): void => {
    last = last.then(work)
  }
}

/** Handles scanned codes in sequence, however fast they come, and passes on the goods; a choice is passed on at once. */
export function useScanLine(onFound: (found: Taken) => void) {
  const { products, find } = useFindGoods()
  const { dismiss } = useNotices()
  const tellTrouble = useTrouble()
  const [inLine] = useState(createLine)
  const take = useSteady(async (code: string) => {
    const found = await find(code)
    if (found.kind === 'goods') {
      dismiss(SCAN_TROUBLE)
      onFound(found)
    } else tellTrouble(found)
  })
  return {
    products,
    takeCode: useSteady((code: string) => inLine(() => take(code))),
    takeChoice: useSteady((product: ShopProduct) => {
      dismiss(SCAN_TROUBLE)
      // Without its label, the quantity of a weighed product is unknown.
      const quantity = product.productCodeType === 'standard' ? 1 : 0
      onFound({ kind: 'goods', goods: goodsOf(product), quantity })
    }),
  }
}

export type ScanLine = ReturnType<typeof useScanLine>
