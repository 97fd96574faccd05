import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { percentOf } from '#web/kit/mutations/use-sent-notice.ts'

type SentCircleProps = {
  name: string
  share: number | undefined
}

/** The sent share of a picture; a spinner while it is queued, and while the server creates its sizes. */
export function SentCircle({ name, share }: SentCircleProps) {
  const { t } = useTranslation()
  const label = t('productImages.sending', { name })
  const isSending = share !== undefined && share < 1
  return (
    <Box sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', '& > *': { gridArea: '1 / 1' } }}>
      {isSending ? (
        <>
          <CircularProgress variant="determinate" value={Math.floor(share * 100)} size={64} aria-label={label} />
          <Box
            aria-hidden
            sx={{ px: 0.5, borderRadius: 1, bgcolor: 'background.paper', typography: 'body2', fontWeight: 650 }}
          >
            {percentOf(share)}
          </Box>
        </>
      ) : (
        <CircularProgress aria-label={label} />
      )}
    </Box>
  )
}

type CallOffButtonProps = {
  name: string
  onPress: () => void
}

/** Disappears when the picture is sent: if it has the focus, the focus moves to the button for choosing images. */
export function CallOffButton({ name, onPress }: CallOffButtonProps) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const here = button.current
    return () => {
      if (document.activeElement !== here) return
      here?.closest('section')?.querySelector<HTMLElement>('[data-choose-images]')?.focus()
    }
  }, [])
  return (
    <Button
      ref={button}
      variant="text"
      size="small"
      aria-label={t('productImages.callOff', { name })}
      onClick={onPress}
    >
      {t('common.cancel')}
    </Button>
  )
}
