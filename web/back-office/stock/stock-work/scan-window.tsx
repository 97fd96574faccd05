import Box from '@mui/material/Box'
import { useState, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { stock } from '#contract/stock/stock.ts'
import { buildScanCatalogue, resolveScan } from '#domain/catalogue/barcode.ts'
import { type Lot, parseScannedCode } from '#domain/catalogue/lot.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useSteady } from '#web/kit/ui/hooks/use-steady.ts'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { useCamera } from '#web/scanning/camera/use-camera.ts'
import { ScannerView } from '#web/scanning/scanner-view.tsx'
import { signalScan } from '#web/scanning/sounds.ts'
import { useScanner } from '#web/scanning/use-scanner.ts'
import { useWedgeScanner } from '#web/scanning/use-wedge-scanner.ts'
import { ManualEntry, ManualEntryDialog } from '#web/shop/catalogue/product-search/manual-entry-dialog.tsx'
import { layoutsIn, useStandardProducts } from '#web/shop/catalogue/products/queries.ts'
import { type ShopProduct, toShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import type { DraftGoods } from './stock-draft.ts'
import { SCAN_PROBLEM } from './use-stock-work.ts'

type ScanWindowProps = {
  line: ScanLine
  /** Pauses the camera while something else has the attention; a keyboard scanner still works. */
  isPaused: boolean
}

const EMPTY_ENTRY = { text: '', keys: 'digits' } as const

/** Takes goods by camera, by a keyboard scanner, or by a typed number or name: on a wide screen in a field above the camera. */
export function ScanWindow({ line, isPaused }: ScanWindowProps) {
  const camera = useCamera()
  const isWide = useWideScreen()
  const [isTyping, setTyping] = useState(false)
  const scanner = useScanner({
    camera,
    onCode: line.handleCode,
    onLot: line.handleLot,
    searched: 'cases',
    isPaused: isPaused || isTyping,
  })
  const openManual = useSteady(() => setTyping(true))
  useWedgeScanner(line.handleCode)
  const entry = { products: line.products, start: EMPTY_ENTRY, onCode: line.handleCode, onChoice: line.handleChoice }
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, position: { md: 'sticky' }, top: { md: 100 } }}>
      {isWide && (
        // The outline of a focused field needs room in a box that scrolls.
        <Box sx={{ maxHeight: '45vh', overflowY: 'auto', p: 0.5, '@media print': { display: 'none' } }}>
          <ManualEntry {...entry} isInPage />
        </Box>
      )}
      <Box sx={{ borderRadius: 1, overflow: 'hidden', height: { md: 360 }, '@media print': { display: 'none' } }}>
        <ScannerView scanner={scanner} onManual={isWide ? undefined : openManual} onCode={line.handleCode} />
      </Box>
      {isTyping && <ManualEntryDialog {...entry} onClose={() => setTyping(false)} />}
    </Box>
  )
}

/** The scanner above the lines, or beside them on a wide screen. */
export const besideScanner = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
  columnGap: { md: 4 },
} as const

type ScannedGoods = Extract<ScanFinding, { kind: 'goods' }>

/** Notifies why a scan failed, and what to do about it. */
function useProblem() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const navigate = useNavigate()
  const notifyProblem = (text: string) => notify({ id: SCAN_PROBLEM, severity: 'error', text })
  return (found: Exclude<ScanFinding, ScannedGoods>) => {
    signalScan('problem')
    switch (found.kind) {
      case 'unknown':
        return notify({
          id: SCAN_PROBLEM,
          severity: 'error',
          text: t('stock.unknownCode', { code: found.code }),
          action: {
            label: t('stock.createProduct'),
            onAct: () => void navigate(`${PATHS.productCreate}?code=${encodeURIComponent(found.code)}`),
          },
        })
      case 'bad-check-digit':
        return notifyProblem(t('scanner.badCheckDigit', { code: found.code }))
      case 'preorder':
        return notifyProblem(t('stock.preorderGoods', { product: found.name }))
      default:
        return notifyProblem(t('stock.error', { error: errorText(found.error, t) ?? t('errors.unknown') }))
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
export function useScanLine(onFound: (found: ScannedGoods) => void, onLot?: (found: ScannedGoods) => void) {
  const { products, find } = useFindGoods()
  const { dismiss } = useNotices()
  const reportProblem = useProblem()
  const [inLine] = useState(createLine)
  const processCode = useSteady(async (code: string) => {
    const found = await find(code)
    if (found.kind === 'goods') {
      dismiss(SCAN_PROBLEM)
      onFound(found)
    } else reportProblem(found)
  })
  const processLot = useSteady(async (code: string) => {
    const found = await find(code)
    if (found.kind === 'goods') onLot?.(found)
  })
  return {
    products,
    handleLot: useSteady((code: string) => inLine(() => processLot(code))),
    handleCode: useSteady((code: string) => inLine(() => processCode(code))),
    handleChoice: useSteady((product: ShopProduct) => {
      dismiss(SCAN_PROBLEM)
      // Without its label, the quantity of a weighed product is unknown.
      const quantity = product.productCodeType === 'standard' ? 1 : 0
      onFound({ kind: 'goods', goods: toGoods(product), quantity })
    }),
  }
}

type ScanLine = ReturnType<typeof useScanLine>

/** The result of a code or a choice: a product and a quantity. */
type ScanFinding =
  | { kind: 'goods'; goods: DraftGoods; quantity: number; lot?: Lot | undefined }
  | { kind: 'unknown' | 'bad-check-digit'; code: string }
  /** Pre-order goods have no shelf. */
  | { kind: 'preorder'; name: string }
  | { kind: 'failed'; error: unknown }

const toGoods = ({ id, name, unit, productCodeType }: ShopProduct): DraftGoods => ({
  productId: id,
  name,
  unit,
  codeType: productCodeType,
})

async function findScanned(code: string, lot: Lot | undefined): Promise<ScanFinding> {
  try {
    const found = await callApi(stock.code, { params: { code } })
    if (found.kind !== 'product') return found
    const { product_id: productId, name, unit, product_code_type: codeType, quantity } = found
    if (found.product_type === 'preorder') return { kind: 'preorder', name }
    return { kind: 'goods', goods: { productId, name, unit, codeType }, quantity, lot }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/**
 * Finds goods by code: first in the product list that the app has loaded anyway, which works in a cellar without a network;
 * then on the server, which also has products that aren't on sale. `products`: what can be found by name.
 */
function useFindGoods() {
  const list = useStandardProducts()
  const { products, catalogue } = useMemo(() => {
    // Everything that may be on a shelf, on sale here or not.
    const all = (list ?? []).map(product => ({ ...toShopProduct(product, true), available: true }))
    return { products: all, catalogue: buildScanCatalogue(all, layoutsIn(list ?? [])) }
  }, [list])
  const find = useSteady(async (scanned: string): Promise<ScanFinding> => {
    const { code, lot } = parseScannedCode(scanned)
    const scan = resolveScan(code, catalogue)
    if (scan.kind === 'bad-check-digit') return scan
    if (scan.kind === 'unknown') return findScanned(code, lot)
    const product = products.find(({ id }) => id === scan.productId)
    if (!product) return findScanned(code, lot)
    // A price label on a product without a price contains no weight.
    const quantity = scan.kind === 'product' ? quantityFromThousandths(scan.quantityThousandths) : 0
    return { kind: 'goods', goods: toGoods(product), quantity, lot }
  })
  return { products, find }
}
