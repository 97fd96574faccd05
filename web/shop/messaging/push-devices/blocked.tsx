import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { runsFromHomeScreen } from '#web/kit/install/install-way.ts'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { blockedIn } from './blocked-help.ts'

interface BlockedProps {
  /** Looks whether they are allowed by now; answers whether they still are not. */
  onCheck: () => boolean
}

/** Notifications are blocked: how they are allowed again in this browser, and another look. */
export function Blocked({ onCheck }: BlockedProps) {
  const { t } = useTranslation()
  const [checks, setChecks] = useState(0)
  const place = blockedIn({ userAgent: navigator.userAgent, isStandalone: runsFromHomeScreen() })
  const check = () => {
    if (onCheck()) setChecks(count => count + 1)
  }
  return (
    <>
      <Alert severity="warning">{t('subscriptions.accessDenied')}</Alert>
      <Box sx={{ overflowWrap: 'anywhere' }}>{t(`subscriptions.allow.${place}`)}</Box>
      <SecondaryButton fullWidth onClick={check}>
        {t('subscriptions.check')}
      </SecondaryButton>
      <Box role="status" sx={{ color: 'text.secondary' }}>
        {/* Another look says it anew. */}
        {checks > 0 && <span key={checks}>{t('subscriptions.stillBlocked')}</span>}
      </Box>
    </>
  )
}
