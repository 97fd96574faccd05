import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import css from './dialog.module.css'
import { joinClasses } from './text.tsx'

const LEAVE_MS = 195

/** True while open, and until the picture of a closed layer has faded. */
function usePresence(isOpen: boolean): boolean {
  const [isLeaving, setLeaving] = useState(false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    setLeaving(!isOpen)
  }
  useEffect(() => {
    if (!isLeaving) return undefined
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(() => setLeaving(false), prefersReducedMotion ? 0 : LEAVE_MS)
    return () => clearTimeout(timer)
  }, [isLeaving])
  return isOpen || isLeaving
}

/** Hides the rest of the document from screen readers. Returns a function that shows it again. */
function hideOthers(layer: Element): () => void {
  const others = [...document.body.children].filter(
    child =>
      child !== layer && child.getAttribute('aria-hidden') !== 'true' && !/SCRIPT|STYLE|LINK/.test(child.tagName),
  )
  for (const other of others) other.setAttribute('aria-hidden', 'true')
  return () => {
    for (const other of others) other.removeAttribute('aria-hidden')
  }
}

let locks = 0

/** The page under the layer does not scroll, nor move when its scrollbar goes. */
function lockScrolling(): () => void {
  const { style } = document.body
  const scrollbar = innerWidth - document.documentElement.clientWidth
  if (locks++ === 0) {
    style.overflow = 'hidden'
    if (scrollbar > 0) style.paddingRight = `${scrollbar}px`
  }
  return () => {
    if (--locks > 0) return
    style.overflow = ''
    style.paddingRight = ''
  }
}

const FOCUSABLE_SELECTOR = 'a[href], button, input, select, textarea, summary, [tabindex]'

const stopsIn = (layer: HTMLElement) =>
  [...layer.querySelectorAll<HTMLElement>(FOCUSABLE_SELECTOR)].filter(
    stop =>
      stop.tabIndex >= 0 &&
      stop.dataset.sentinel === undefined &&
      !stop.matches(':disabled') &&
      stop.getClientRects().length > 0,
  )

/** The element that had the focus when the layer opened: read before its content is mounted, which may take the focus. */
function useOpener(isOpen: boolean): Element | null {
  const [opener, setOpener] = useState(() => (isOpen ? document.activeElement : null))
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpener(document.activeElement)
  }
  return opener
}

/** Keeps the focus in the layer while it is open, and then returns it to where it was. */
function useFocusWithin(layer: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const before = useOpener(isOpen)
  useEffect(() => {
    const root = layer.current
    if (!isOpen || root === null) return undefined
    const start = root.querySelector<HTMLElement>('[data-modal-start]')
    if (!root.contains(document.activeElement)) start?.focus({ preventScroll: true })
    const [unhideOthers, unlock] = [hideOthers(root), lockScrolling()]
    const retrieve = ({ target }: FocusEvent) => {
      const isBehind = target instanceof Element && target.closest('[aria-hidden="true"]') !== null
      if (isBehind && !root.contains(target)) start?.focus({ preventScroll: true })
    }
    document.addEventListener('focusin', retrieve)
    // A step that ends takes its focused button with it: without a focus in the layer, Escape and Tab would not reach it.
    const removals = new MutationObserver(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && root.getAttribute('aria-hidden') !== 'true') start?.focus({ preventScroll: true })
    })
    removals.observe(root, { childList: true, subtree: true })
    return () => {
      removals.disconnect()
      document.removeEventListener('focusin', retrieve)
      unlock()
      unhideOthers()
      // A layer that replaces this one may have the focus already.
      const focused = document.activeElement
      const isFree = focused === null || focused === document.body || root.contains(focused)
      if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [layer, isOpen, before])
}

export type CloseReason = 'backdropClick' | 'escapeKeyDown'

type ModalProps = {
  open: boolean
  onClose: ((event: object, reason: CloseReason) => void) | undefined
  /** Does not darken the page. */
  isClear?: boolean
  className?: string | undefined
  style?: CSSProperties | undefined
  children: ReactNode
}

/** A layer over the page. Escape and a press beside its content close it. Its content has an element with `data-modal-start`. */
export function Modal({ open, onClose, isClear = false, className, style, children }: ModalProps) {
  const layer = useRef<HTMLDivElement>(null)
  const pressed = useRef<EventTarget>(null)
  const isThere = usePresence(open)
  useFocusWithin(layer, open)
  if (!isThere) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    onClose?.(event, 'escapeKeyDown')
  }
  const onClick = (event: MouseEvent) => {
    const isBeside = event.target === event.currentTarget && pressed.current === event.target
    if (isBeside) onClose?.(event, 'backdropClick')
  }
  const leap = (to: 0 | -1) => () =>
    stopsIn(layer.current ?? document.body)
      .at(to)
      ?.focus()
  return createPortal(
    <div
      ref={layer}
      role="presentation"
      className={joinClasses(css.layer, isClear && css.clear, !open && css.leaving)}
      onKeyDown={onKeyDown}
    >
      <div tabIndex={0} data-sentinel onFocus={leap(-1)} />
      <div
        role="presentation"
        className={className}
        style={style}
        onMouseDown={event => (pressed.current = event.target)}
        onClick={onClick}
      >
        {children}
      </div>
      <div tabIndex={0} data-sentinel onFocus={leap(0)} />
    </div>,
    document.body,
  )
}
