import type { ComponentProps, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { IconButton, iconButtonClass } from '#web/kit/ui/buttons.tsx'
import { useScrolledDown } from '#web/kit/ui/hooks/use-scrolled-down.ts'
import { HomeIcon } from '#web/kit/ui/icons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { joinClasses } from '#web/kit/ui/text.tsx'
import { Link } from './link.tsx'
import css from './shell.module.css'

type TopBarProps = {
  /** At the left end: the logo, and for admins the drawer's button. */
  start: ReactNode
  /** At the right end: home and account. */
  end?: ReactNode
}

/** Hides on scrolling down past 100 px; shows on scrolling up or when it gets the focus. */
export function TopBar({ start, end }: TopBarProps) {
  const isScrolledDown = useScrolledDown()
  return (
    <header className={joinClasses(css.topBar, isScrolledDown && css.hidden)}>
      <div className={css.toolbar}>
        {start}
        <div className={css.between} />
        {end}
      </div>
    </header>
  )
}

/** A square button on the top bar. */
export const BarButton = ({ className, ...props }: ComponentProps<typeof IconButton>) => (
  <IconButton {...props} className={joinClasses(css.barButton, className)} />
)

/** A link on the top bar that looks like its buttons. */
export const BarLink = ({ className, ...props }: ComponentProps<typeof Link>) => (
  <Link data-ripples {...props} className={joinClasses(iconButtonClass, css.barButton, className)} />
)

/** Disabled while an order is at checkout; a press then shows the reason, since a dead button looks broken. */
export function HomeButton({ hasDraft }: { hasDraft: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { notify } = useNotices()
  const goHome = () => {
    if (hasDraft) notify({ id: 'home-disabled', severity: 'info', text: t('shell.homeDisabled'), isAboutBar: true })
    else void navigate(PATHS.home)
  }
  return (
    <BarButton
      aria-label={t('shell.homeButton')}
      aria-disabled={hasDraft}
      aria-description={hasDraft ? t('shell.homeDisabled') : undefined}
      onClick={goHome}
    >
      <HomeIcon size={26} />
    </BarButton>
  )
}

/** The leaf and the name, as in index.html before any script has run. */
export function ShopLogo() {
  return (
    <span className={css.logo}>
      <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
        <path
          fill="#a5d6a7"
          d="M21 3C10 3 3.5 7 3.5 15c0 1.6.3 3 .8 4.2C6.5 13 10.5 9.8 15 8.5 10.8 11.2 7.5 15 6 20.8c1.3.5 2.7.7 4 .7 8 0 11-7.5 11-18.5z"
        />
      </svg>
      <span>Puoti</span>
    </span>
  )
}
