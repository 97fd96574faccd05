import type { ReactNode } from 'react'
import { useScrolledDown } from '#web/kit/ui/hooks/use-scrolled-down.ts'
import { cx } from '#web/kit/ui/text.tsx'
import css from './shell.module.css'

type TopBarProps = {
  // At the left end: the logo, and for admins the drawer's button.
  start: ReactNode
  // At the right end: home and account.
  end?: ReactNode
}

/** Hides on scrolling down past 100 px; shows on scrolling up or when it gets the focus. */
export function TopBar({ start, end }: TopBarProps) {
  const isScrolledDown = useScrolledDown()
  return (
    <header className={cx(css.topBar, isScrolledDown && css.hidden)}>
      <div className={css.toolbar}>
        {start}
        <div className={css.between} />
        {end}
      </div>
    </header>
  )
}
