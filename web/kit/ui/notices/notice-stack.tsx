import { useRef, useState, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { ActionButton, IconButton } from '#web/kit/ui/buttons.tsx'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '#web/kit/ui/icons.tsx'
import { exposeAlways } from '#web/kit/ui/live-region.tsx'
import { joinClasses } from '#web/kit/ui/text.tsx'
import type { Notice, NoticeAction } from './notice-queue.ts'
import css from './notices.module.css'

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

/** Below the top bar if a notice stays or is about the bar; else over the bar, to not cover a new heading. */
const getTop = (notices: readonly Notice[]) => {
  const isUponBar = notices.every(({ persist, isAboutBar }) => !persist && isAboutBar !== true)
  return `calc(env(safe-area-inset-top) + ${isUponBar ? 8 : TOP_BAR_PX + 8}px)`
}

// Pages end above the toasts and begin below the notices that stay, and focused elements scroll clear of both, by these.
const HEIGHT_VARIABLES = { topCenter: '--notices-height', bottomLeft: '--toasts-height' }

const GAP_PX = 8

/** Keeps a CSS variable at the stack's height. Returns a function that stops it. */
function publishHeight(stack: HTMLElement, variable: string): () => void {
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
  useEffect(() => (stack.current === null ? undefined : exposeAlways(stack.current)), [])
  const isBelow = place === 'bottomLeft'
  const needsRoom = isBelow || notices.some(({ persist, isLeaving }) => persist && !isLeaving)
  useEffect(
    () => (needsRoom && stack.current !== null ? publishHeight(stack.current, HEIGHT_VARIABLES[place]) : undefined),
    [needsRoom, place],
  )
  return createPortal(
    <div
      ref={stack}
      role="region"
      aria-label={label}
      className={joinClasses(css.stack, css[place])}
      style={isBelow ? undefined : { top: getTop(notices) }}
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
    </div>,
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

// As long as its animation.
const EXIT_MS = 195

const NOTICE_ICONS = { success: CheckIcon, info: InfoIcon, warning: WarningIcon, error: WarningIcon }

function NoticeItem({ notice, hideAfterMs, closeText, onClose, onGone }: NoticeItemProps) {
  const holding = useAutoHide(
    notice.persist || notice.isLeaving ? null : (notice.hideAfterMs ?? hideAfterMs),
    notice.version,
    onClose,
  )
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    if (!notice.isLeaving) return undefined
    const timer = setTimeout(() => leave(), EXIT_MS)
    return () => clearTimeout(timer)
  }, [notice.isLeaving])
  const Icon = NOTICE_ICONS[notice.severity]
  const actions = [notice.action, ...(notice.moreActions ?? [])].filter(action => action !== undefined)
  const isTall = actions.length > 2
  const act = (action: NoticeAction) => {
    action.onAct()
    if (action.staysOpen !== true) onClose()
  }
  return (
    <div
      {...holding}
      data-severity={notice.severity}
      className={joinClasses(
        css.notice,
        css[notice.severity],
        notice.plain === true && css.plain,
        isTall && css.tall,
        notice.isLeaving && css.leaving,
      )}
    >
      {notice.plain !== true && <Icon size={22} />}
      <div className={css.texts}>
        <div className={css.text}>{notice.text}</div>
        {notice.detail !== undefined && <div className={css.detail}>{notice.detail}</div>}
      </div>
      {actions.map(action => (
        <ActionButton
          key={action.label}
          color={action.filled === true ? 'secondary' : 'inherit'}
          variant={action.filled === true ? 'contained' : 'text'}
          className={css.action}
          size="small"
          aria-label={action.ariaLabel}
          onClick={() => act(action)}
        >
          {action.label}
        </ActionButton>
      ))}
      {notice.plain !== true && (
        <IconButton aria-label={closeText} onClick={onClose}>
          <CloseIcon size={20} />
        </IconButton>
      )}
    </div>
  )
}

/**
 * Calls onHide after hideAfterMs, but not while the pointer or the focus is on the notice; null means never. A higher `version`
 * restarts the time. The returned handlers go on the notice.
 */
function useAutoHide(hideAfterMs: number | null, version: number, onHide: (version: number) => void) {
  const [isPaused, setPaused] = useState(false)
  const hide = useRef(onHide)
  useEffect(() => {
    hide.current = onHide
  })
  useEffect(() => {
    if (hideAfterMs === null || isPaused) return undefined
    const timer = setTimeout(() => hide.current(version), hideAfterMs)
    return () => clearTimeout(timer)
  }, [hideAfterMs, isPaused, version])
  const pause = () => setPaused(true)
  const release = () => setPaused(false)
  return { onMouseEnter: pause, onMouseLeave: release, onFocus: pause, onBlur: release }
}
