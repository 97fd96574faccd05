import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { leaveQuestion } from '#web/kit/shell/leave-question.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { LanguageSelect } from '#web/kit/ui/inputs/language-select.tsx'
import { useBackCloses } from '#web/kit/ui/layers.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { SubscriptionForm } from '#web/shop/messaging/push-devices/subscription-form.tsx'
import type { Account } from './use-account.ts'

type AccountPopoverProps = {
  account: Account
  anchor: HTMLElement
  onClose: () => void
}

/** The signed-in user, the device's notifications, the language, and the logout. */
export function AccountPopover({ account, anchor, onClose }: AccountPopoverProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const [isLeaving, setLeaving] = useState(false)
  const [isAsked, setAsked] = useState(false)
  useBackCloses(true, onClose)
  const logout = async () => {
    setLeaving(true)
    try {
      await account.onLogout()
      onClose()
    } catch {
      setLeaving(false)
      setAsked(false)
      notify({ id: 'logout-failed', severity: 'error', text: t('shell.logoutFailed') })
    }
  }
  const begin = () => (account.isShopping() ? setAsked(true) : void logout())
  // Unsaved text in a form is lost with its page.
  const askOrBegin = () => {
    const ask = leaveQuestion()
    if (ask) ask(begin)
    else begin()
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('shell.accountTitle') } }}
    >
      <Box sx={{ p: 2.5, width: 'min(340px, calc(100vw - 32px))', display: 'grid', gap: 2.5 }}>
        <div>
          <Typography variant="h2">{t('shell.accountTitle')}</Typography>
          {account.email !== '' && (
            <Typography sx={{ color: 'text.secondary' }}>{t('shell.signedInAs', { email: account.email })}</Typography>
          )}
        </div>
        <SubscriptionForm />
        <LanguageSelect
          languages={account.languages}
          value={account.language}
          onChange={account.onLanguage}
          label={t('common.language')}
        />
        <SecondaryButton fullWidth loading={isLeaving} onClick={askOrBegin}>
          {t('shell.logout')}
        </SecondaryButton>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
          {(
            [
              ...(account.isAdmin ? ([['shell.passkeysLink', PATHS.passkeys]] as const) : []),
              ['purchases.title', PATHS.purchases],
              ['sessions.title', PATHS.sessions],
              ['shell.removalLink', PATHS.removal],
              ['privacy.link', PATHS.privacy],
              ['shell.accessibilityLink', PATHS.accessibility],
            ] as const
          ).map(([label, path]) => (
            <MuiLink key={path} component={Link} to={path} onClick={onClose} sx={{ color: 'text.secondary', py: 1.25 }}>
              {t(label)}
            </MuiLink>
          ))}
        </Box>
      </Box>
      <ConfirmDialog
        open={isAsked}
        title={t('shell.logoutTitle')}
        text={t('shell.logoutText')}
        confirmText={t('shell.logout')}
        cancelText={t('storeSwitch.keep')}
        onConfirm={() => void logout()}
        onCancel={() => setAsked(false)}
        busy={isLeaving}
        danger
      />
    </Popover>
  )
}
