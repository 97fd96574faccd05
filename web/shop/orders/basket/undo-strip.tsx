import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './basket.module.css'

type UndoStripProps = {
  text: string
  action: ReactNode
  component?: 'li' | 'div'
}

/** Replaces a removed element: shows what happened, with Undo for as long as it is possible. */
export function UndoStrip({ text, action, component: Tag = 'div' }: UndoStripProps) {
  const strip = useRef<HTMLLIElement & HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = strip.current
    const next = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]')
    // The pressed button is gone: the focus of keyboard and screen reader users stays in its place.
    element?.focus({ preventScroll: true })
    return () => {
      if (element?.contains(document.activeElement)) next?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Tag ref={strip} tabIndex={-1} className={css.undoStripRow}>
      <div className={css.undoStripText}>{text}</div>
      {action}
    </Tag>
  )
}
