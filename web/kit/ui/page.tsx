import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef } from 'react'
import { hasLostFocus } from './hooks/has-lost-focus.ts'

let isFirstScreen = true

/**
 * For the h1 of a screen. Moves the focus to it when the screen replaces another one and the focus was lost; not at the start of
 * the app.
 */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isFirst = isFirstScreen
    isFirstScreen = false
    if (!isFirst && hasLostFocus()) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

// The widest fills a desktop screen from edge to edge, in line with the top bar's logo and buttons.
const PAGE_WIDTHS_PX = { narrow: 480, normal: 720, wide: 1440 }
export type PageWidth = keyof typeof PAGE_WIDTHS_PX

type PageProps = {
  title: string
  children: ReactNode
  // Beside the title on wide screens, under it on narrow ones.
  aside?: ReactNode
  lead?: ReactNode
  width?: PageWidth
  // The heading stays for screen readers where a picture already shows it.
  hideTitle?: boolean
}

/** A column as wide as a page, for content below or beside one. */
export const pageColumn = (width: PageWidth) =>
  ({ width: '100%', maxWidth: PAGE_WIDTHS_PX[width], mx: 'auto', px: { xs: 2, sm: 3 } }) as const

// Moves a short form away from the top of a tall screen.
const pageTop = { narrow: { xs: 2, md: 7 }, normal: { xs: 2, md: 4 }, wide: { xs: 2, md: 3 } }

const visuallyHidden = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }

/** One screen: its name in the tab and in one h1, and a column no wider than its text can bear. */
export function Page({ title, children, aside, lead, width = 'normal', hideTitle = false }: PageProps) {
  const heading = useHeadingFocus()
  useEffect(() => {
    document.title = `${title} · Puoti`
  }, [title])
  return (
    <Box sx={{ ...pageColumn(width), pt: pageTop[width], pb: 4, display: 'grid', gap: 2 }}>
      <Box
        sx={
          hideTitle
            ? visuallyHidden
            : {
                display: 'flex',
                flexWrap: 'wrap',
                gap: 1,
                alignItems: 'baseline',
                justifyContent: 'space-between',
                // Aligns the text of a button without a frame with the edge.
                '& > .MuiButton-text': { mx: 'calc(-1 * clamp(8px, 4vw, 20px))' },
                '& > .MuiButton-sizeSmall.MuiButton-text': { mx: '-12px' },
              }
        }
      >
        <Typography variant="h1" ref={heading} tabIndex={-1}>
          {title}
        </Typography>
        {aside}
      </Box>
      {lead !== undefined && <Typography sx={{ color: 'text.secondary' }}>{lead}</Typography>}
      {children}
    </Box>
  )
}
