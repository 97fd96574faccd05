import MuiLink from '@mui/material/Link'
import { useLocation } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { BarLink } from '#web/kit/shell/top-bar.tsx'
import { HelpIcon } from '#web/kit/ui/icons.tsx'
import { type GuideName, guidePath } from './guide-pages.ts'

type GuideLinkProps = {
  page: GuideName
  /** An anchor of the English page. */
  at?: string
  children: string
}

/** A link to a place of the shopkeeper's guide, in a new tab: what was typed on this page stays. */
export function GuideLink({ page, at, children }: GuideLinkProps) {
  return (
    <MuiLink
      component={Link}
      to={guidePath(page, at)}
      target="_blank"
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
    >
      {children}
    </MuiLink>
  )
}

const PAGE_OF_SECTION: readonly (readonly [string, GuideName])[] = [
  [PATHS.products, 'products'],
  [PATHS.suppliers, 'products'],
  [PATHS.stock, 'stock'],
  [PATHS.orders, 'orders'],
  [PATHS.recalls, 'products'],
  [PATHS.preorders, 'pre-orders'],
  [PATHS.preorderEvents, 'pre-orders'],
  [PATHS.closings, 'closings'],
  [PATHS.payouts, 'closings'],
  [PATHS.users, 'privacy'],
  [PATHS.visitorsLog, 'privacy'],
  [PATHS.stores, 'getting-started'],
  [PATHS.settings, 'getting-started'],
]

/** In the top bar: opens the page of the guide about the section that is shown, in a new tab as `GuideLink` does. */
export function GuideButton() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isWithin = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const page = PAGE_OF_SECTION.find(([path]) => isWithin(path))?.[1] ?? 'getting-started'
  return (
    <BarLink to={guidePath(page)} target="_blank" aria-label={t('guide.open')}>
      <HelpIcon size={26} />
    </BarLink>
  )
}
