import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Store } from '#contract/stores/stores.ts'
import { spellDigits } from '#domain/stores/door-code.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { IconButton, PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { useWakeLock } from '#web/kit/ui/hooks/use-wake-lock.ts'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { Spinner } from '#web/kit/ui/loading.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { OpeningPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { DoorCode, DoorStep } from './door-code.tsx'
import css from './doors.module.css'
import { useDoorCode } from './use-door-code.ts'

const SOON_SECONDS = 60

type DoorState = ReturnType<typeof useDoorCode>

/** Announces the digits once, and that they soon expire. */
function useSpokenCode({ view, code, secondsLeft }: DoorState): void {
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
function DialogHeading({ id, children }: { id: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <DialogTitle id={id} ref={heading} tabIndex={-1} className={css.title}>
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
  const door = useDoorCode(store.id)
  useSpokenCode(door)
  useWakeLock(door.view === 'waiting' || door.view === 'shown')
  return (
    <Dialog open onClose={onClose} fullScreen="below-sm" fullWidth maxWidth="sm" aria-labelledby={id}>
      <div className={css.head}>
        <DialogHeading key={door.view} id={id}>
          {t(`door.titles.${door.view}`)}
        </DialogHeading>
        <IconButton onClick={onClose} aria-label={t('common.close')}>
          <CloseIcon />
        </IconButton>
      </div>
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

function WaitingForCode() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <DoorStep>
      <div className={css.waiting}>
        <Spinner size={56} label={t('door.titles.waiting')} />
      </div>
      <Text role="status">{isOnline ? t('door.waiting') : t('door.offline')}</Text>
    </DoorStep>
  )
}

function FailedCode({ door }: Pick<DoorStepsProps, 'door'>) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const reason = door.fault === null ? errorText(door.error, t) : t(`door.faults.${door.fault}`)
  return (
    <DoorStep action={<PrimaryButton onClick={door.request}>{t('door.again')}</PrimaryButton>}>
      <Panel tone="attention">
        <Text>{isOnline ? reason : t('door.offline')}</Text>
      </Panel>
      <ContactPanel />
    </DoorStep>
  )
}

/** Shows when the store opens, since a retry would not help. */
function StoreClosed({ store, onClose }: Pick<DoorStepsProps, 'store' | 'onClose'>) {
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
    <DoorStep action={close}>
      <Panel>
        <Text variant="h3" as="p" className={css.closedName}>
          {store.name}
        </Text>
        <OpeningPill store={store} />
        {opensAt !== null && closesAt !== null && (
          <Text className={css.hoursToday}>{t('home.hoursToday', { opensAt, closesAt })}</Text>
        )}
      </Panel>
      <Text>{t('door.closed')}</Text>
    </DoorStep>
  )
}

function EndedCode({ door }: Pick<DoorStepsProps, 'door'>) {
  const { t } = useTranslation()
  return (
    <DoorStep action={<PrimaryButton onClick={door.request}>{t('door.newCode')}</PrimaryButton>}>
      <Text>{t('door.ended')}</Text>
    </DoorStep>
  )
}

/** The code, or its replacement: a spinner, a new code, the opening hours, or a contact for help. */
function DoorSteps({ door, store, next, onClose }: DoorStepsProps) {
  if (door.view === 'waiting') return <WaitingForCode />
  if (door.view === 'shown') return <DoorCode door={door} store={store} next={next} />
  if (door.view === 'closed') return <StoreClosed store={store} onClose={onClose} />
  return door.view === 'failed' ? <FailedCode door={door} /> : <EndedCode door={door} />
}
