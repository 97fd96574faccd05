import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MESSAGE_TYPES } from '#contract/subscriptions.ts'
import { lazyPart } from '#web/features/app-update/lazy-part.tsx'
import { runsFromHomeScreen } from '#web/features/install/install-way.ts'
import { CheckInput } from '#web/ui/check-input.tsx'
import { SecondaryButton } from '#web/ui/secondary-button.tsx'
import { appDevice } from './app-device.ts'
import { browserDevice } from './browser-device.ts'
import type { PushDevice } from './push-device.ts'
import { pushWay } from './push-way.ts'
import { useSubscription } from './use-subscription.ts'

const { Part: IphoneGuide } = lazyPart(async () => (await import('#web/features/install/iphone-guide.tsx')).IphoneGuide)

const wayHere = () =>
  pushWay({
    userAgent: navigator.userAgent,
    cookies: document.cookie,
    isStandalone: runsFromHomeScreen(),
    hasWebPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: 'Notification' in window ? Notification.permission : undefined,
  })

function Choices({ device, titleId }: { device: PushDevice; titleId: string }) {
  const { t } = useTranslation()
  const form = useSubscription(device)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save()
  }
  if (form.isDenied) return <Alert severity="warning">{t('subscriptions.accessDenied')}</Alert>
  return (
    <Box component="form" onSubmit={submit} aria-labelledby={titleId} sx={{ display: 'grid', gap: 1.5 }}>
      {MESSAGE_TYPES.map(type => (
        <CheckInput
          key={type}
          label={t(`subscriptions.types.${type}`)}
          hint={t(`subscriptions.hints.${type}`)}
          checked={form.chosen.includes(type)}
          onChange={isWanted => form.choose(type, isWanted)}
        />
      ))}
      <SecondaryButton type="submit" fullWidth disabled={!form.maySave} loading={form.isLoading}>
        {t('subscriptions.save')}
      </SecondaryButton>
    </Box>
  )
}

function InstallFirst() {
  const { t } = useTranslation()
  const [isGuideOpen, setGuideOpen] = useState(false)
  return (
    <>
      <Typography>{t('subscriptions.installFirst')}</Typography>
      <SecondaryButton fullWidth onClick={() => setGuideOpen(true)}>
        {t('install.accept')}
      </SecondaryButton>
      {isGuideOpen && <IphoneGuide onClose={() => setGuideOpen(false)} />}
    </>
  )
}

/** Which messages come to this device. Nobody is asked for a permission before Save is pressed. */
export function SubscriptionForm() {
  const { t } = useTranslation()
  const id = useId()
  const [way] = useState(wayHere)
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h3" id={id}>
        {t('subscriptions.title')}
      </Typography>
      {way === 'webpush' && <Choices device={browserDevice} titleId={id} />}
      {way === 'app' && <Choices device={appDevice} titleId={id} />}
      {way === 'installFirst' && <InstallFirst />}
      {way === 'denied' && <Alert severity="warning">{t('subscriptions.accessDenied')}</Alert>}
      {way === 'unsupported' && <Alert severity="warning">{t('subscriptions.unsupportedBrowser')}</Alert>}
    </Box>
  )
}
