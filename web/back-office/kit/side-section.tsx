import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { CheckIcon } from '#web/kit/ui/icons.tsx'

type SideSectionProps = {
  title: string
  /** The hash of an address that scrolls to the section. */
  anchor?: string
  children: ReactNode
}

/** A titled section of the side column. */
export function SideSection({ title, anchor, children }: SideSectionProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const isWanted = useLocation().hash === anchor
  useEffect(() => {
    if (!isWanted) return
    section.current?.scrollIntoView()
    section.current?.focus({ preventScroll: true })
  }, [isWanted])
  return (
    <Box
      component="section"
      ref={section}
      aria-labelledby={id}
      tabIndex={anchor === undefined ? undefined : -1}
      sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}
    >
      <Typography variant="h3" component="h2" id={id} sx={{ fontSize: '1.25rem' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

/** Shown when a section has nothing to do. */
export function NothingToDo({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'start', color: 'success.main', py: 0.5 }}>
      <Box component="span" sx={{ flexShrink: 0, display: 'flex' }}>
        <CheckIcon size={22} />
      </Box>
      <span>{children}</span>
    </Box>
  )
}

export const sideList = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
} as const
