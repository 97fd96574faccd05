import type { ReactNode } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { LiveRegionProvider } from '#web/kit/ui/live-region.tsx'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'

/** The live region, the notices and the product toasts, in the user's language. */
export function ShopNotices({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <LiveRegionProvider>
      <NoticesProvider closeText={t('common.close')} label={t('common.notices')} productLabel={t('basket.toasts')}>
        {children}
      </NoticesProvider>
    </LiveRegionProvider>
  )
}
