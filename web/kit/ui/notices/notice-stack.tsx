import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { keepExposed } from '#web/kit/ui/keep-exposed.ts'
import { SHORT_SCREEN } from '#web/kit/ui/short-screen.ts'
import { NoticeItem } from './notice-item.tsx'
import type { Notice } from './notice-queue.ts'

interface NoticeStackProps {
  notices: readonly Notice[]
  place: 'topCenter' | 'bottomLeft'
  label: string
  closeText: string
  hideAfterMs: number
  onClose: (id: string) => void
  onGone: (id: string) => void
}

const TOP_BAR_PX = 76

/** Below the top bar if one stays, since it must not cover the bar's buttons; else over the bar, to not cover a new heading. */
const topOf = (notices: readonly Notice[]) => {
  const isUponBar = notices.every(({ persist, isAboutBar }) => !persist && isAboutBar !== true)
  return `calc(env(safe-area-inset-top) + ${isUponBar ? 8 : TOP_BAR_PX + 8}px)`
}

const PLACES = {
  topCenter: {
    left: '50%',
    translate: '-50% 0',
    flexDirection: 'column',
    zIndex: 'snackbar',
  },
  bottomLeft: {
    bottom: 'calc(var(--bottom-bar-height, env(safe-area-inset-bottom)) + 12px)',
    left: 'calc(var(--drawer-width, 0px) + max(12px, env(safe-area-inset-left)))',
    flexDirection: 'column-reverse',
    // Below dialogs: on a short screen a toast would cover the button that a dialog waits for.
    zIndex: 'drawer',
    [SHORT_SCREEN]: { bottom: 'calc(var(--bottom-bar-height, env(safe-area-inset-bottom)) + 6px)' },
  },
} as const

// Pages end above the toasts and begin below the notices that stay, and focused elements scroll clear of both, by these.
const HEIGHT_VARIABLES = { topCenter: '--notices-height', bottomLeft: '--toasts-height' }
const GAP_PX = 8

/** Keeps a CSS variable at the stack's height. Returns a function that stops it. */
function tellHeight(stack: HTMLElement, variable: string): () => void {
  const root = document.documentElement.style
  const observer = new ResizeObserver(() => {
    const height = stack.offsetHeight
    root.setProperty(variable, `${height > 0 ? height + GAP_PX : 0}px`)
  })
  observer.observe(stack)
  return () => {
    observer.disconnect()
    root.removeProperty(variable)
  }
}

/**
 * Floats over the page, notices over dialogs too, and lets presses beside its notices through. Notices that stay cover nothing:
 * the page makes room for them.
 */
export function NoticeStack({ notices, place, label, closeText, hideAfterMs, onClose, onGone }: NoticeStackProps) {
  const stack = useRef<HTMLDivElement>(null)
  useEffect(() => (stack.current === null ? undefined : keepExposed(stack.current)), [])
  const isBelow = place === 'bottomLeft'
  const needsRoom = isBelow || notices.some(({ persist, isLeaving }) => persist && !isLeaving)
  useEffect(
    () => (needsRoom && stack.current !== null ? tellHeight(stack.current, HEIGHT_VARIABLES[place]) : undefined),
    [needsRoom, place],
  )
  return createPortal(
    <Box
      ref={stack}
      role="region"
      aria-label={label}
      sx={{
        ...PLACES[place],
        ...(!isBelow && { top: topOf(notices) }),
        position: 'fixed',
        pointerEvents: 'none',
        display: 'flex',
        gap: 1,
        width: 'min(440px, calc(100vw - 24px))',
      }}
    >
      {notices.map(notice => (
        <NoticeItem
          key={notice.id}
          notice={notice}
          hideAfterMs={hideAfterMs}
          closeText={closeText}
          onClose={() => onClose(notice.id)}
          onGone={() => onGone(notice.id)}
        />
      ))}
    </Box>,
    document.body,
  )
}
