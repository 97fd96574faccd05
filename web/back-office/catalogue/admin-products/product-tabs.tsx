import Box from '@mui/material/Box'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'

const TAB_NAMES = ['edit', 'insight'] as const

const tabsStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& > a': { display: 'inline-flex', alignItems: 'center', textDecoration: 'none' },
} as const

/** A product's pages that the user may open: its form, and what it did. */
export function ProductTabs({ id, shown }: { id: string; shown: (typeof TAB_NAMES)[number] }) {
  const { t } = useTranslation()
  const mayOpen = useMayOpen()
  const open = TAB_NAMES.filter(tab => mayOpen(`${PATHS.products}/${id}/${tab}`))
  if (open.length < 2) return null
  return (
    <Box component="nav" aria-label={t('productInsight.tabs')} sx={tabsStyles}>
      {open.map(tab => (
        <Link
          key={tab}
          to={`${PATHS.products}/${id}/${tab}`}
          aria-current={tab === shown ? 'page' : undefined}
          className={CHOICE_CLASS}
        >
          {t(`productInsight.tab.${tab}`)}
        </Link>
      ))}
    </Box>
  )
}
