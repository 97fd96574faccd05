import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { WarningIcon } from '#web/kit/ui/icons.tsx'
import { PictureFrame } from './picture-frame.tsx'
import { CallOffButton, SentCircle } from './upload-progress.tsx'
import type { Upload } from './uploads.ts'

interface UploadTileProps {
  upload: Upload
  onAgain: () => void
  onCallOff: () => void
  onLeaveOut: () => void
}

/** A picture being sent, or what went wrong with it. */
export function UploadTile({ upload, onAgain, onCallOff, onLeaveOut }: UploadTileProps) {
  const { t } = useTranslation()
  const { file, preview, problem, share } = upload
  return (
    <Box
      component="li"
      sx={{ order: 100, display: 'grid', gap: 0.5, alignContent: 'start', ...(problem && { gridColumn: '1 / -1' }) }}
    >
      <Box sx={problem ? { display: 'grid', gridTemplateColumns: '88px minmax(0, 1fr)', gap: 1.5 } : {}}>
        <PictureFrame src={preview} alt="" isFaint={problem === undefined}>
          {problem === undefined && <SentCircle name={file.name} share={share} />}
        </PictureFrame>
        {problem !== undefined && (
          <Box>
            <Box sx={{ fontWeight: 650 }}>{file.name}</Box>
            <Box sx={{ display: 'flex', gap: 0.75, color: 'error.main' }}>
              <Box component="span" sx={{ flex: 'none' }}>
                <WarningIcon size={22} />
              </Box>
              <span>{problem.text}</span>
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
              {!problem.isFinal && (
                <Button variant="outlined" size="small" onClick={onAgain}>
                  {t('common.retry')}
                </Button>
              )}
              <Button variant={problem.isFinal ? 'outlined' : 'text'} size="small" onClick={onLeaveOut}>
                {t('productImages.leaveOut')}
              </Button>
            </Box>
          </Box>
        )}
      </Box>
      {/* Once the whole file is sent, the server adds it. */}
      {problem === undefined && share !== 1 && <CallOffButton name={file.name} onPress={onCallOff} />}
    </Box>
  )
}
