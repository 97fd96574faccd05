import type { Store } from '#contract/stores/stores.ts'
import Box from '@mui/material/Box'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { spellDigits } from '#domain/stores/door-code.ts'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { useWakeLock } from '#web/kit/ui/use-wake-lock.ts'
import { DoorSteps } from './door-steps.tsx'
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

interface DoorDialogProps {
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
