import { type AriaRole, type ComponentProps, type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import css from './dialog.module.css'
import { useTapGuard } from './hooks/use-tap-guard.ts'
import { useBackCloses } from './layers.ts'
import { type CloseReason, Modal } from './modal.tsx'
import { joinClasses, Text } from './text.tsx'

type DialogProps = {
  open: boolean
  onClose?: (event: object, reason: CloseReason) => void
  children: ReactNode
  role?: AriaRole
  'aria-labelledby'?: string
  'aria-label'?: string
  'aria-describedby'?: string
  maxWidth?: 'xs' | 'sm' | 'md'
  /** As wide as maxWidth allows. */
  fullWidth?: boolean
  /** Fills the screen, always or below that width. */
  fullScreen?: boolean | 'below-sm' | 'below-md'
  /** foot: at the bottom of a phone, in reach of the thumb. top: at the top of the screen. near: closer to a phone's edges. */
  place?: 'middle' | 'foot' | 'top' | 'near'
  /** It has its own entry in the history, which Back leaves. */
  hasOwnEntry?: boolean
  className?: string | undefined
}

const FULL_CLASSES = { 'below-sm': css.fullBelowSm, 'below-md': css.fullBelowMd }

/** A dialog over the page. Back closes it like Escape, and does not leave the page. */
export function Dialog({ open, onClose, place = 'middle', hasOwnEntry = false, ...props }: DialogProps) {
  useBackCloses(open && !hasOwnEntry, () => onClose?.({}, 'escapeKeyDown'))
  return (
    <Modal open={open} onClose={onClose} className={css[`place-${place}`]}>
      <DialogPaper {...props} />
    </Modal>
  )
}

/**
 * For a moment after a dialog opens, its content ignores taps, so that an impatient second tap answers no question. The paper
 * itself takes the tap, or the dialog would close.
 */
function DialogPaper(props: Omit<DialogProps, 'open' | 'onClose' | 'place' | 'hasOwnEntry'>) {
  const { role = 'dialog', maxWidth = 'sm', fullWidth = false, fullScreen = false, className, ...rest } = props
  const isGuarded = useTapGuard()
  const full = typeof fullScreen === 'string' ? FULL_CLASSES[fullScreen] : fullScreen && css.full
  return (
    <div
      {...rest}
      role={role}
      aria-modal="true"
      tabIndex={-1}
      data-modal-start
      data-guarded={isGuarded ? '' : undefined}
      className={joinClasses(css.paper, css[maxWidth], fullWidth && css.wide, full, className)}
    />
  )
}

export const DialogTitle = ({ as = 'h2', className, ...props }: ComponentProps<typeof Text>) => (
  <Text variant="h2" as={as} {...props} className={joinClasses(css.title, className)} />
)

export const DialogContent = (props: ComponentProps<'div'>) => (
  <div {...props} className={joinClasses(css.content, props.className)} />
)

/** The buttons share the width; where they don't fit beside each other they stack. */
export const DialogActions = (props: ComponentProps<'div'>) => (
  <div {...props} className={joinClasses(css.actions, props.className)} />
)

type PopoverProps = { anchor: HTMLElement; label: string; onClose: () => void; children: ReactNode }

const placeBelow = (anchor: HTMLElement): CSSProperties & Record<`--${string}`, string> => {
  const { bottom, right } = anchor.getBoundingClientRect()
  return { '--below': `${bottom}px`, '--beside': `${document.documentElement.clientWidth - right}px` }
}

/** A small dialog under the right end of its button. */
export function Popover({ anchor, label, onClose, children }: PopoverProps) {
  const [place, setPlace] = useState(() => placeBelow(anchor))
  useEffect(() => {
    const follow = () => setPlace(placeBelow(anchor))
    addEventListener('resize', follow)
    return () => removeEventListener('resize', follow)
  }, [anchor])
  useBackCloses(true, onClose)
  return (
    <Modal open onClose={onClose} isClear className={css.anchored} style={place}>
      <div role="dialog" aria-label={label} aria-modal="true" tabIndex={-1} data-modal-start className={css.popover}>
        {children}
      </div>
    </Modal>
  )
}
