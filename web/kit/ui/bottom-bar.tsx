import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useRef } from 'react'
import { SHORT_SCREEN, TINY_SCREEN } from './hooks/short-screen.ts'
import { guardedLook, useTapGuard } from './hooks/use-tap-guard.ts'
import { pageColumn, type PageWidth } from './page.tsx'

type BottomBarProps = {
  // Left of the total, such as "4 items" and the net total.
  summary?: ReactNode
  total?: ReactNode
  // The primary action, below them.
  action: ReactNode
  // As wide as the page above it.
  width?: PageWidth
  // On a wide screen it is static in its column, without a background, since its place is in view already.
  beside?: boolean
}

const bar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 'appBar',
  mt: 'auto',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  pt: 1.5,
  pb: 'max(16px, env(safe-area-inset-bottom))',
  px: 'env(safe-area-inset-left)',
  [SHORT_SCREEN]: { pt: 1, pb: 'max(8px, env(safe-area-inset-bottom))' },
  [TINY_SCREEN]: { position: 'static' },
} as const
const besideLook = { position: { md: 'static' }, border: { md: 0 }, pb: { md: 0 }, bgcolor: { md: 'transparent' } }
const row = { display: 'grid', gap: 1.25, alignItems: 'center' }
// On a desktop the bar is one row: the costs, and beside them the action.
// So it is on the shortest screens, to leave their height to the products.
const shortRow = {
  [SHORT_SCREEN]: {
    // With enlarged text the button wraps below the costs, so that no word breaks.
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 1.5,
    '& .MuiButton-root': { flex: '1 1 8.5rem', width: 'auto', px: 1.5, lineHeight: 1.25 },
  },
}
const wideRow = { gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(280px, 420px)' }, columnGap: { md: 4 } }

const costs = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 2,
  [SHORT_SCREEN]: { flexDirection: 'column-reverse', flexWrap: 'nowrap', alignItems: 'start' },
} as const
const summaryLook = {
  color: 'text.secondary',
  [SHORT_SCREEN]: { '&, & *': { fontSize: '0.8125rem', lineHeight: 1.3 } },
}
const totalLook = { typography: 'amount', ml: 'auto', [SHORT_SCREEN]: { ml: 0, fontSize: '1.5rem' } }

// Toasts float above the bar and focused fields scroll clear of it by this variable.
const HEIGHT_VARIABLE = '--bottom-bar-height'

/** Always visible at the bottom of the screen: the costs and the action. It is the last child of its page. */
export function BottomBar({ summary, total, action, width = 'normal', beside = false }: BottomBarProps) {
  const box = useRef<HTMLDivElement>(null)
  // The next bar has its button in the same place.
  const isGuarded = useTapGuard()
  const hasCosts = summary !== undefined || total !== undefined
  useEffect(() => {
    const root = document.documentElement.style
    const observer = new ResizeObserver(([entry]) => {
      const isBar = entry !== undefined && getComputedStyle(entry.target).position === 'sticky'
      root.setProperty(HEIGHT_VARIABLE, `${isBar ? (entry.borderBoxSize[0]?.blockSize ?? 0) : 0}px`)
    })
    if (box.current !== null) observer.observe(box.current)
    return () => {
      observer.disconnect()
      root.removeProperty(HEIGHT_VARIABLE)
    }
  }, [])
  return (
    <Box ref={box} sx={[bar, beside && besideLook]}>
      <Box
        sx={[pageColumn(width), row, width === 'wide' && wideRow, hasCosts && shortRow, beside && { px: { md: 0 } }]}
      >
        {hasCosts && (
          <Box sx={costs}>
            <Box sx={summaryLook}>{summary}</Box>
            <Box sx={totalLook}>{total}</Box>
          </Box>
        )}
        <Box sx={{ display: 'contents', ...guardedLook(isGuarded) }}>{action}</Box>
      </Box>
    </Box>
  )
}
