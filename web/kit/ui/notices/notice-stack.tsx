import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Grow from '@mui/material/Grow'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { keepExposed } from '#web/kit/ui/hooks/keep-exposed.ts'
import { SHORT_SCREEN } from '#web/kit/ui/hooks/short-screen.ts'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '#web/kit/ui/icons.tsx'
import type { Notice, NoticeAction } from './notice-queue.ts'

type NoticeStackProps = {
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

type NoticeItemProps = {
  notice: Notice
  hideAfterMs: number
  closeText: string
  onClose: () => void
  onGone: () => void
}

const ENTER_MS = 225
const EXIT_MS = 195
const ICONS = { success: CheckIcon, info: InfoIcon, warning: WarningIcon, error: WarningIcon }

const grounds = {
  success: { bgcolor: 'surface.toast', color: 'surface.toastInk' },
  info: { bgcolor: 'surface.toast', color: 'surface.toastInk' },
  warning: { bgcolor: 'pill.attention', color: 'pill.attentionInk' },
  error: { bgcolor: 'error.main', color: 'error.contrastText' },
}

// Text and detail in one line, so that it covers half a row of the basket and not one and a half.
const slim = {
  [SHORT_SCREEN]: { py: 0.5, typography: 'body2', lineHeight: 1.3, '& > *': { display: 'inline', mr: 0.75 } },
}

function NoticeItem({ notice, hideAfterMs, closeText, onClose, onGone }: NoticeItemProps) {
  const holding = useAutoHide(
    notice.persist || notice.isLeaving ? null : (notice.hideAfterMs ?? hideAfterMs),
    notice.version,
    onClose,
  )
  const Icon = ICONS[notice.severity]
  const actions = [notice.action, ...(notice.moreActions ?? [])].filter(action => action !== undefined)
  const isTall = actions.length > 2
  const act = (action: NoticeAction) => {
    action.onAct()
    if (action.keepOpen !== true) onClose()
  }
  return (
    <Grow in={!notice.isLeaving} appear timeout={{ enter: ENTER_MS, exit: EXIT_MS }} onExited={onGone}>
      <Box
        {...holding}
        data-severity={notice.severity}
        sx={{
          ...grounds[notice.severity],
          pointerEvents: 'auto',
          display: 'flex',
          flexWrap: isTall ? 'wrap' : 'nowrap',
          alignItems: 'center',
          gap: 1,
          pl: 2,
          pr: 0.5,
          py: 0.5,
          ...(notice.plain === true && { [SHORT_SCREEN]: { py: 0.25 } }),
          borderRadius: 1,
          boxShadow: '0 6px 20px rgb(0 0 0 / 0.25)',
        }}
      >
        {notice.plain !== true && <Icon size={22} />}
        {/* More than two actions go below the text and the close button. */}
        <Box sx={[{ flex: isTall ? '1 0 calc(100% - 100px)' : 1, minWidth: 0, py: 1 }, notice.plain === true && slim]}>
          <Box sx={{ fontWeight: 650, lineHeight: 1.3 }}>{notice.text}</Box>
          {notice.detail !== undefined && <Box sx={{ typography: 'body2' }}>{notice.detail}</Box>}
        </Box>
        {actions.map(action => (
          <Button
            key={action.label}
            color={action.filled === true ? 'secondary' : 'inherit'}
            variant={action.filled === true ? 'contained' : 'text'}
            sx={{ minWidth: 44, px: 1.25, ...(isTall && { order: 1, flex: '1 0 auto' }) }}
            size="small"
            aria-label={action.ariaLabel}
            onClick={() => act(action)}
          >
            {action.label}
          </Button>
        ))}
        {notice.plain !== true && (
          <IconButton aria-label={closeText} onClick={onClose}>
            <CloseIcon size={20} />
          </IconButton>
        )}
      </Box>
    </Grow>
  )
}

/**
 * Calls onHide after hideAfterMs, but not while the pointer or the focus is on the notice; null means never. A higher `version`
 * restarts the time. The returned handlers go on the notice.
 */
function useAutoHide(hideAfterMs: number | null, version: number, onHide: (version: number) => void) {
  const [isHeld, setHeld] = useState(false)
  const hide = useRef(onHide)
  useEffect(() => {
    hide.current = onHide
  })
  useEffect(() => {
    if (hideAfterMs === null || isHeld) return undefined
    const timer = setTimeout(() => hide.current(version), hideAfterMs)
    return () => clearTimeout(timer)
  }, [hideAfterMs, isHeld, version])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release }
}
