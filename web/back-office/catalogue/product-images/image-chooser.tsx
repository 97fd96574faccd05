import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CameraIcon, PlusIcon } from '#web/kit/ui/icons.tsx'

/** Without HEIC: a phone that takes HEIC pictures then provides a JPEG. */
const FILE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

const BY_FINGER = '@media (pointer: coarse)'

type ImageChooserProps = { onChoose: (files: File[]) => void; isDisabled?: boolean }

/** Chooses pictures from files, from a phone's camera, or by drop. */
export function ImageChooser({ onChoose, isDisabled = false }: ImageChooserProps) {
  const { t } = useTranslation()
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])])
    // Lets the same file be chosen again.
    target.value = ''
  }
  const drag = (isInside: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(isInside)
  }
  const drop = (event: DragEvent) => {
    drag(false)(event)
    if (!isDisabled) onChoose([...event.dataTransfer.files])
  }
  return (
    <Box
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        p: 1.5,
        border: '2px dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: isOver ? 'surface.mist' : 'transparent',
      }}
    >
      <input ref={files} type="file" accept={FILE_TYPES} multiple hidden data-testid="image-files" onChange={choose} />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={choose} />
      <Button
        variant="outlined"
        size="small"
        startIcon={<PlusIcon size={20} />}
        data-choose-images
        disabled={isDisabled}
        onClick={() => files.current?.click()}
      >
        {t('productImages.choose')}
      </Button>
      <Box sx={{ display: 'none', [BY_FINGER]: { display: 'block' } }}>
        <Button
          variant="outlined"
          size="small"
          disabled={isDisabled}
          startIcon={<CameraIcon size={20} />}
          onClick={() => camera.current?.click()}
        >
          {t('productImages.take')}
        </Button>
      </Box>
      <Box sx={{ color: 'text.secondary', [BY_FINGER]: { display: 'none' } }}>{t('productImages.drop')}</Box>
    </Box>
  )
}
