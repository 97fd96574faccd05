import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Basket, BasketEntry } from '#domain/orders/basket.ts'
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
    <Tag ref={strip} tabIndex={-1} className={css.undoStrip}>
      <div className={css.undoText}>{text}</div>
      {action}
    </Tag>
  )
}

/** What can be undone for a while: a scan or a removal of one line, or the emptying of the whole basket. */
export type UndoableChange =
  | { kind: 'added' | 'removed'; key: string; name: string; before: BasketEntry | undefined }
  | { kind: 'cleared'; before: Basket }

export type OfferedUndo = UndoableChange & { id: number }

const isForLine = (key: string) => (offered: OfferedUndo) => offered.kind !== 'cleared' && offered.key === key

/**
 * Adds the latest action, and drops the offers that it makes meaningless: a removal ends those of the line's scans, a new
 * scan that of its removal.
 */
export function offerUndo(offers: readonly OfferedUndo[], offered: OfferedUndo): OfferedUndo[] {
  if (offered.kind === 'cleared') return [offered]
  const isEnded = (earlier: OfferedUndo) =>
    isForLine(offered.key)(earlier) && (offered.kind === 'removed' || earlier.kind === 'removed')
  return [...offers.filter(earlier => !isEnded(earlier)), offered]
}

export function dropLine(offers: readonly OfferedUndo[], key: string): OfferedUndo[] {
  return offers.filter(offered => !isForLine(key)(offered))
}

/** The last scan of a line that can still be undone. */
export function lastAdded(offers: readonly OfferedUndo[], key: string): OfferedUndo | undefined {
  return offers.findLast(offered => offered.kind === 'added' && isForLine(key)(offered))
}

/** Merges the emptied basket with what was added since: nothing is lost. */
export function mergeBaskets(before: Basket, since: Basket): Basket {
  const merged = Object.entries(since).map(([id, entry]): [string, BasketEntry] => {
    const earlier = before[id]
    if (!earlier) return [id, entry]
    const amounts = [...(earlier.amounts ?? []), ...(entry.amounts ?? [])]
    const quantity = Math.round((earlier.quantity + entry.quantity) * 1000) / 1000
    return [id, { quantity, ...(amounts.length > 0 && { amounts }) }]
  })
  return { ...before, ...Object.fromEntries(merged) }
}
