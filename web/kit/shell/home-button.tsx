import { useNavigate } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { HomeIcon } from '#web/kit/ui/icons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { BarButton } from './bar-button.tsx'

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
