import { useQuery } from '@tanstack/react-query'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import wasmUrl from 'zxing-wasm/writer/zxing_writer.wasm?url'

/** Modules around a QR code that stay white, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4

type QrDrawing = { path: string; size: number }

/** A QR code as the path of an SVG, one unit a module. */
async function drawQr(text: string): Promise<QrDrawing> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  const { symbol } = await writeBarcode(text, { format: 'QRCode' })
  const rows = Array.from({ length: symbol.height }, (_, y) =>
    Array.from({ length: symbol.width }, (_column, x) =>
      symbol.data[y * symbol.width + x] === 0 ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '',
    ).join(''),
  )
  return { path: rows.join(''), size: symbol.width + 2 * QUIET_ZONE }
}

/** A QR code that fills its place, black on white also in dark mode. Load it lazily: it comes with its own program. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data: qr } = useQuery({ queryKey: ['qr-code', text], queryFn: () => drawQr(text), staleTime: Infinity })
  if (!qr) return null
  return (
    <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${qr.size}v${qr.size}H0z`} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
