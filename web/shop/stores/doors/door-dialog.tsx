import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Store } from '#contract/stores/stores.ts'
import { spellDigits } from '#domain/stores/door-code.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { useWakeLock } from '#web/kit/ui/hooks/use-wake-lock.ts'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { OpeningPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { CodePlate, CodeTime } from './code-plate.tsx'
import { LargeCode } from './large-code.tsx'
import { Step } from './step.tsx'
import { useDoorCode } from './use-door-code.ts'

const SOON_SECONDS = 60

type Door = ReturnType<typeof useDoorCode>

/** Announces the digits once, and that they soon expire. */
function useSpokenCode({ view, code, secondsLeft }: Door): void {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const minutes = useRef(0)
  const isSoon = view === 'shown' && secondsLeft <= SOON_SECONDS
  useEffect(() => {
    minutes.current = Math.ceil(secondsLeft / 60)
  }, [secondsLeft])
  useEffect(() => {
    if (view === 'shown') announce(t('door.spoken', { digits: spellDigits(code), count: minutes.current }))
  }, [view, code, announce, t])
  useEffect(() => {
    if (isSoon) announce(t('door.soon'))
  }, [isSoon, announce, t])
}

/** The pressed button is gone with the previous view: the focus moves to the new view's heading. */
function Heading({ id, children }: { id: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <DialogTitle
      id={id}
      ref={heading}
      tabIndex={-1}
      variant="h2"
      sx={{ flex: 1, minWidth: 0, '&:focus-visible': { outlineOffset: -4 } }}
    >
      {children}
    </DialogTitle>
  )
}

type DoorDialogProps = {
  store: Store
  /** The next action for a shopper who is inside. */
  next: ReactNode
  onClose: () => void
}

/** A code for the door, over the page; full screen on a phone, which stays lit. */
export function DoorDialog({ store, next, onClose }: DoorDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const door = useDoorCode(store.id)
  useSpokenCode(door)
  useWakeLock(door.view === 'waiting' || door.view === 'shown')
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
      slotProps={{ paper: { sx: isPhone ? { borderRadius: 0 } : {} } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', pr: 1.5 }}>
        <Heading key={door.view} id={id}>
          {t(`door.titles.${door.view}`)}
        </Heading>
        <IconButton onClick={onClose} aria-label={t('common.close')}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DoorSteps door={door} store={store} next={next} onClose={onClose} />
    </Dialog>
  )
}

type DoorStepsProps = {
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
function DoorSteps({ door, store, next, onClose }: DoorStepsProps) {
  if (door.view === 'waiting') return <Waiting />
  if (door.view === 'shown') return <ShownCode door={door} store={store} next={next} />
  if (door.view === 'closed') return <Closed store={store} onClose={onClose} />
  return door.view === 'failed' ? <Failed door={door} /> : <Ended door={door} />
}

const summary = { py: 1.25, minHeight: 44, boxSizing: 'border-box', cursor: 'pointer', fontWeight: 600 } as const

function Help() {
  const { t } = useTranslation()
  return (
    <details>
      <Box component="summary" sx={summary}>
        {t('door.helpTitle')}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
        <Typography>{t('door.help')}</Typography>
        <ContactPanel />
      </Box>
    </details>
  )
}

type ShownCodeProps = {
  door: ReturnType<typeof useDoorCode>
  store: Store
  /** The next action for a shopper who is inside. */
  next: ReactNode
}

/** The digits for the keypad, another code on request, and the next action once the door is open. */
function ShownCode({ door, store, next }: ShownCodeProps) {
  const { t } = useTranslation()
  const [isLarge, setLarge] = useState(false)
  return (
    <Step action={next}>
      <Typography>{t('door.shown', { store: store.name })}</Typography>
      <CodePlate code={door.code} onEnlarge={() => setLarge(true)} />
      <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1 }}>
        <CodeTime secondsLeft={door.secondsLeft} />
        {door.isSame ? (
          <Typography role="status" sx={{ color: 'text.secondary', textAlign: 'center' }}>
            {t('door.same')}
          </Typography>
        ) : (
          <SecondaryButton look="quiet" onClick={door.renew}>
            {t('door.newCode')}
          </SecondaryButton>
        )}
      </Box>
      <Help />
      {isLarge && <LargeCode code={door.code} secondsLeft={door.secondsLeft} onClose={() => setLarge(false)} />}
    </Step>
  )
}
