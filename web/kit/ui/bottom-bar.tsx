import { type ReactNode, useEffect, useRef } from 'react'
import css from './bottom-bar.module.css'
import { guardedLook, useTapGuard } from './hooks/use-tap-guard.ts'
import { WIDTH_CLASSES, type PageWidth } from './page.tsx'
import { joinClasses } from './text.tsx'

type BottomBarProps = {
  /** Left of the total, such as "4 items" and the net total. */
  summary?: ReactNode
  total?: ReactNode
  /** The primary action, below them. */
  action: ReactNode
  /** As wide as the page above it. */
  width?: PageWidth
  /** On a wide screen it is static in its column, without a background, since its place is in view already. */
  beside?: boolean
}

// Toasts float above the bar and focused fields scroll clear of it by this variable.
const HEIGHT_VARIABLE = '--bottom-bar-height'

/** Always visible at the bottom of the screen: the costs and the action. It is the last child of its page. */
export function BottomBar({ summary, total, action, width = 'normal', beside = false }: BottomBarProps) {
  const box = useRef<HTMLDivElement>(null)
  // The next bar has its button in the same place.
  const isGuarded = useTapGuard()
  const hasCosts = summary !== undefined || total !== undefined
  useEffect(() => {
    const root = document.documentElement.style
    const observer = new ResizeObserver(([entry]) => {
      const isBar = entry !== undefined && getComputedStyle(entry.target).position === 'sticky'
      root.setProperty(HEIGHT_VARIABLE, `${isBar ? (entry.borderBoxSize[0]?.blockSize ?? 0) : 0}px`)
    })
    if (box.current !== null) observer.observe(box.current)
    return () => {
      observer.disconnect()
      root.removeProperty(HEIGHT_VARIABLE)
    }
  }, [])
  return (
    <div ref={box} className={joinClasses(css.bar, beside && css.barBeside)}>
      <div
        className={joinClasses(
          css.barRow,
          WIDTH_CLASSES[width],
          width === 'wide' && css.barWide,
          hasCosts && css.barWithCosts,
        )}
      >
        {hasCosts && (
          <div className={css.costs}>
            <div className={css.costsSummary}>{summary}</div>
            <div className={css.costsTotal}>{total}</div>
          </div>
        )}
        <div className={css.barAction} style={guardedLook(isGuarded)}>
          {action}
        </div>
      </div>
    </div>
  )
}
