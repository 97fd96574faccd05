import type { Store } from '#contract/stores/stores.ts'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { errorText } from '#web/kit/api/show-error.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { OpeningPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { ShownCode } from './shown-code.tsx'
import { Step } from './step.tsx'
import type { useDoorCode } from './use-door-code.ts'

interface DoorStepsProps {
  door: ReturnType<typeof useDoorCode>
  store: Store
  /** The next action for a shopper who is inside. */
  next: ReactNode
  onClose: () => void
}

function Waiting() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <Step>
      <Box sx={{ display: 'grid', placeItems: 'center', py: 6 }}>
        <CircularProgress size={56} aria-label={t('door.titles.waiting')} />
      </Box>
      <Typography role="status">{isOnline ? t('door.waiting') : t('door.offline')}</Typography>
    </Step>
  )
}

function Failed({ door }: Pick<DoorStepsProps, 'door'>) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const why = door.trouble === null ? errorText(door.error, t) : t(`door.troubles.${door.trouble}`)
  return (
    <Step action={<PrimaryButton onClick={door.ask}>{t('door.again')}</PrimaryButton>}>
      <Panel tone="attention">
        <Typography>{isOnline ? why : t('door.offline')}</Typography>
      </Panel>
      <ContactPanel />
    </Step>
  )
}

/** Shows when the store opens, since a retry would not help. */
function Closed({ store, onClose }: Pick<DoorStepsProps, 'store' | 'onClose'>) {
  const { t } = useTranslation()
  const { refetch } = useStores()
  // The server has just refused: the hours that this phone remembers may be outdated.
  useEffect(() => void refetch(), [refetch])
  const { opens_at: opensAt, closes_at: closesAt } = store
  const close = (
    <SecondaryButton fullWidth onClick={onClose}>
      {t('common.close')}
    </SecondaryButton>
  )
  return (
    <Step action={close}>
      <Panel>
        <Typography variant="h3" component="p" sx={{ mb: 1 }}>
          {store.name}
        </Typography>
        <OpeningPill store={store} />
        {opensAt !== null && closesAt !== null && (
          <Typography sx={{ mt: 1 }}>{t('home.hoursToday', { opensAt, closesAt })}</Typography>
        )}
      </Panel>
      <Typography>{t('door.closed')}</Typography>
    </Step>
  )
}

function Ended({ door }: Pick<DoorStepsProps, 'door'>) {
  const { t } = useTranslation()
  return (
    <Step action={<PrimaryButton onClick={door.ask}>{t('door.newCode')}</PrimaryButton>}>
      <Typography>{t('door.ended')}</Typography>
    </Step>
  )
}

/** The code, or its replacement: a spinner, a new code, the opening hours, or a contact for help. */
export function DoorSteps({ door, store, next, onClose }: DoorStepsProps) {
  if (door.view === 'waiting') return <Waiting />
  if (door.view === 'shown') return <ShownCode door={door} store={store} next={next} />
  if (door.view === 'closed') return <Closed store={store} onClose={onClose} />
  return door.view === 'failed' ? <Failed door={door} /> : <Ended door={door} />
}
