import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ADMIN_SECTIONS } from '#web/paths.ts'
import { EmptyDrawing } from '#web/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** Stands at an admin's address whose page is still to be built, and says so. */
export function UnbuiltPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const section = ADMIN_SECTIONS.find(path => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <Page title={section ? t(`links.${section}`) : t('unbuilt.title')} width="wide">
      <EmptyState title={t('unbuilt.title')} text={t('unbuilt.text')} drawing={<EmptyDrawing of="door" />} />
    </Page>
  )
}
