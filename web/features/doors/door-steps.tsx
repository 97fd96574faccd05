import type { Store } from '#contract/stores.ts'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/api/show-error.ts'
import { useOnline } from '#web/api/use-online.ts'
import { ContactPanel } from '#web/features/operator/contact-panel.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PrimaryButton } from '#web/ui/primary-button.tsx'
import { CodePlate, CodeTime } from './code-plate.tsx'
import { CopyButton } from './copy-code.tsx'
import type { useDoorCode } from './use-door-code.ts'

interface DoorStepsProps {
  door: ReturnType<typeof useDoorCode>
  store: Store
}

function Waiting() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <>
      <Box sx={{ display: 'grid', placeItems: 'center', py: 6 }}>
        <CircularProgress size={56} aria-label={t('door.titles.waiting')} />
      </Box>
      <Typography role="status">{isOnline ? t('door.waiting') : t('door.offline')}</Typography>
    </>
  )
}

const summary = { py: 1.25, minHeight: 44, boxSizing: 'border-box', cursor: 'pointer', fontWeight: 600 } as const

function Shown({ door, store }: DoorStepsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Typography>{t('door.shown', { store: store.name })}</Typography>
      <CodePlate code={door.code} />
      <CodeTime secondsLeft={door.secondsLeft} />
      <CopyButton text={door.code} label={t('door.copy')} />
      <details>
        <Box component="summary" sx={summary}>
          {t('door.helpTitle')}
        </Box>
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          <Typography>{t('door.help')}</Typography>
          <ContactPanel />
        </Box>
      </details>
    </>
  )
}

function Failed({ door }: Pick<DoorStepsProps, 'door'>) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const why = door.trouble === null ? errorText(door.error, t) : t(`door.troubles.${door.trouble}`)
  return (
    <>
      <Panel tone="attention">
        <Typography>{isOnline ? why : t('door.offline')}</Typography>
      </Panel>
      <PrimaryButton onClick={door.ask}>{t('door.again')}</PrimaryButton>
      <ContactPanel />
    </>
  )
}

function Ended({ door }: Pick<DoorStepsProps, 'door'>) {
  const { t } = useTranslation()
  return (
    <>
      <Typography>{t('door.ended')}</Typography>
      <PrimaryButton onClick={door.ask}>{t('door.newCode')}</PrimaryButton>
    </>
  )
}

/** The code, or what there is in its place: wait, take another one, or who helps. */
export function DoorSteps({ door, store }: DoorStepsProps) {
  if (door.view === 'waiting') return <Waiting />
  if (door.view === 'shown') return <Shown door={door} store={store} />
  return door.view === 'failed' ? <Failed door={door} /> : <Ended door={door} />
}
