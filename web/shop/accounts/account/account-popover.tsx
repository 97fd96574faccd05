import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { leaveQuestion } from '#web/kit/shell/page-history.ts'
import { IconButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Popover } from '#web/kit/ui/dialog.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { LanguageSelect } from '#web/kit/ui/inputs/language-select.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { AllergensDialog } from '#web/shop/catalogue/allergens/allergens-dialog.tsx'
import { SubscriptionForm } from '#web/shop/messaging/push-devices/subscription-form.tsx'
import css from './account.module.css'
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
  const [isConfirming, setConfirming] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const logout = async () => {
    setLeaving(true)
    try {
      await account.onLogout()
      onClose()
    } catch {
      setLeaving(false)
      setConfirming(false)
      notify({ id: 'logout-failed', severity: 'error', text: t('shell.logoutFailed') })
    }
  }
  const lost = [
    ...(account.isShopping() ? [t('shell.logoutText')] : []),
    ...(account.hasAllergens() ? [t('shell.logoutAllergens')] : []),
  ]
  const begin = () => (lost.length > 0 ? setConfirming(true) : void logout())
  // Unsaved text in a form is lost with its page.
  const confirmThenBegin = () => {
    const question = leaveQuestion()
    if (question) question(begin)
    else begin()
  }
  return (
    <Popover anchor={anchor} onClose={onClose} label={t('shell.accountTitle')}>
      <div className={css.popover}>
        <div>
          <div className={css.head}>
            <Text variant="h2">{t('shell.accountTitle')}</Text>
            <IconButton aria-label={t('common.close')} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          {account.email !== '' && (
            <Text className={css.signedInAs}>{t('shell.signedInAs', { email: account.email })}</Text>
          )}
        </div>
        <SecondaryButton fullWidth component={Link} to={PATHS.purchases} onClick={onClose}>
          {t('purchases.title')}
        </SecondaryButton>
        <SubscriptionForm />
        <LanguageSelect
          languages={account.languages}
          value={account.language}
          onChange={account.onLanguage}
          label={t('common.language')}
        />
        <SecondaryButton fullWidth aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          {t('food.mine')}
        </SecondaryButton>
        {isChoosing && <AllergensDialog onClose={() => setChoosing(false)} />}
        <SecondaryButton fullWidth loading={isLeaving} onClick={confirmThenBegin}>
          {t('shell.logout')}
        </SecondaryButton>
        <div className={css.language}>
          {(
            [
              ...(account.hasOffice ? ([['shell.passkeysLink', PATHS.passkeys]] as const) : []),
              ['sessions.title', PATHS.sessions],
              ['shell.removalLink', PATHS.removal],
              ['privacy.link', PATHS.privacy],
              ['shell.accessibilityLink', PATHS.accessibility],
            ] as const
          ).map(([label, path]) => (
            <Link key={path} to={path} onClick={onClose} className={css.link}>
              {t(label)}
            </Link>
          ))}
        </div>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={t('shell.logoutTitle')}
        text={lost.join(' ')}
        confirmText={t('shell.logout')}
        cancelText={t(account.isShopping() ? 'storeSwitch.keep' : 'common.cancel')}
        onConfirm={() => void logout()}
        onCancel={() => setConfirming(false)}
        busy={isLeaving}
        danger
      />
    </Popover>
  )
}
