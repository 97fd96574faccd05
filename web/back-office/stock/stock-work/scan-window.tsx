import Box from '@mui/material/Box'
import { useState } from 'react'
import { useSteady } from '#web/kit/ui/hooks/use-steady.ts'
import { useCamera } from '#web/scanning/camera/use-camera.ts'
import { ScannerView } from '#web/scanning/scanner-view.tsx'
import { useScanner } from '#web/scanning/use-scanner.ts'
import { useWedgeScanner } from '#web/scanning/use-wedge-scanner.ts'
import { ManualEntryDialog } from '#web/shop/orders/basket/manual-entry-dialog.tsx'
import type { ScanLine } from './use-scan-line.ts'

type ScanWindowProps = {
  line: ScanLine
  /** Pauses the camera while something else has the attention; a keyboard scanner still works. */
  isPaused: boolean
}

/** Takes goods by camera, by a keyboard scanner, or by a typed number or name. */
export function ScanWindow({ line, isPaused }: ScanWindowProps) {
  const camera = useCamera()
  const [isTyping, setTyping] = useState(false)
  const scanner = useScanner({ camera, onCode: line.takeCode, isPaused: isPaused || isTyping })
  const openManual = useSteady(() => setTyping(true))
  useWedgeScanner(line.takeCode)
  return (
    <Box
      sx={{
        borderRadius: 1,
        overflow: 'hidden',
        height: { md: 360 },
        position: { md: 'sticky' },
        top: { md: 100 },
        '@media print': { display: 'none' },
      }}
    >
      <ScannerView scanner={scanner} onManual={openManual} onCode={line.takeCode} />
      {isTyping && (
        <ManualEntryDialog
          products={line.products}
          start={{ text: '', keys: 'digits' }}
          onCode={line.takeCode}
          onChoice={line.takeChoice}
          onClose={() => setTyping(false)}
        />
      )}
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
