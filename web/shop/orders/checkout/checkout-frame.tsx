import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useFocusOnMount } from '#web/kit/ui/hooks/use-focus-on-mount.ts'
import { Page } from '#web/kit/ui/page.tsx'

type CheckoutFrameProps = {
  title: string
  lead: string
  /** The button back to the basket. */
  back: ReactNode
  /** The order, and the notes before it. */
  children: ReactNode
  terms: ReactNode
  /** The bottom bar. */
  bar: ReactNode
}

// On a phone one column, with the pay button at the bottom; on a wide screen the button is beside the summary.
const layout = {
  flex: 1,
  display: { xs: 'flex', md: 'grid' },
  flexDirection: 'column',
  gridTemplateColumns: { md: 'minmax(0, 720px) minmax(320px, 400px)' },
  justifyContent: { md: 'center' },
  alignItems: { xs: 'stretch', md: 'start' },
} as const
const side = {
  display: { xs: 'contents', md: 'block' },
  position: { md: 'sticky' },
  top: { md: 'calc(92px + var(--notices-height, 0px))' },
  mt: { md: 13 },
  mr: { md: 3 },
  p: { md: 3 },
  border: { md: 1 },
  borderColor: { md: 'divider' },
  borderRadius: { md: 1 },
  bgcolor: { md: 'background.paper' },
} as const
const termsPlace = {
  display: 'grid',
  gap: 2,
  width: '100%',
  maxWidth: { xs: 720, md: 'none' },
  mx: 'auto',
  mt: { xs: -2, md: 0 },
  px: { xs: 2, sm: 3, md: 0 },
  pb: 3,
} as const

/** The order, the terms, and the only action. */
export function CheckoutFrame({ title, lead, back, children, terms, bar }: CheckoutFrameProps) {
  const start = useFocusOnMount<HTMLDivElement>()
  return (
    <Box sx={layout}>
      <Box ref={start} tabIndex={-1} sx={{ flex: 'none' }}>
        <Page title={title} aside={back} lead={lead}>
          {children}
        </Page>
      </Box>
      <Box sx={side}>
        <Box sx={termsPlace}>{terms}</Box>
        {bar}
      </Box>
    </Box>
  )
}
