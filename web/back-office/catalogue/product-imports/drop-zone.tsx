import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { formatShare } from '#web/kit/mutations/use-sent-notice.ts'
import { useFocusAfter } from '#web/kit/ui/hooks/focus.ts'

type DropZoneProps = {
  isBusy: boolean
  /** The sent share of the file, from 0 to 1. */
  share: number | undefined
  /** What is wrong with the file chosen last. */
  fault: string | undefined
  onFile: (file: File) => void
  onCallOff: () => void
}

const FILE_TYPES = '.xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Takes a file by a button or by drop. */
export function DropZone({ isBusy, share = 0, fault, onFile, onCallOff }: DropZoneProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const faultId = useId()
  const chooser = useFocusAfter(isBusy)
  const isSending = isBusy && share < 1
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !isBusy) onFile(file)
  }
  return (
    <Box
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        p: 3,
        border: 2,
        borderStyle: 'dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: isOver ? 'action.hover' : 'background.paper',
        textAlign: 'center',
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={FILE_TYPES}
        onChange={event => {
          const file = event.target.files?.[0]
          // Lets the same file be chosen again after it was corrected.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        ref={chooser}
        variant="contained"
        disabled={isBusy}
        onClick={() => input.current?.click()}
        aria-describedby={fault === undefined ? undefined : faultId}
      >
        {t('productImport.choose')}
      </Button>
      <Box sx={{ color: 'text.secondary' }}>{t('productImport.drop')}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('productImport.limits')}</Box>
      {isSending && <SentBar share={share} />}
      <Box role="status">
        {isBusy && !isSending && (
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <CircularProgress size={20} aria-hidden />
            {t('productImport.checkingFile')}
          </Box>
        )}
      </Box>
      {isBusy && (
        <Button variant="text" onClick={onCallOff}>
          {t('common.cancel')}
        </Button>
      )}
      <Box role="alert" id={faultId}>
        {fault !== undefined && <Typography sx={{ color: 'error.main', fontWeight: 650 }}>{fault}</Typography>}
      </Box>
    </Box>
  )
}

/** The sent share. It changes too often for a live region. */
function SentBar({ share }: { share: number }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ width: 'min(100%, 24rem)', display: 'grid', gap: 0.5 }}>
      <span>{t('productImport.sending', { percent: formatShare(share) })}</span>
      <LinearProgress
        variant="determinate"
        value={Math.floor(share * 100)}
        aria-label={t('productImport.sendingFile')}
      />
    </Box>
  )
}
