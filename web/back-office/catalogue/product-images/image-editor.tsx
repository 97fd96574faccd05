import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useRef, useLayoutEffect } from 'react'
import { MAX_IMAGES, type ProductImage } from '#contract/catalogue/product-images.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { formatShare } from '#web/kit/mutations/use-sent-notice.ts'
import { WarningIcon } from '#web/kit/ui/icons.tsx'
import { moveItem, useImageChanges, useDisplayedImages } from './image-board.ts'
import { ImageChooser } from './image-chooser.tsx'
import { ImageTile, PictureFrame } from './image-tile.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { type ImageUpload, useUploads } from './use-uploads.ts'

type ImageEditorProps = {
  productId: number
  images: readonly ProductImage[]
}

/** A product's images: added, reordered and removed at once, independently of the form's saving. */
export function ImageEditor({ productId, images: initialImages }: ImageEditorProps) {
  const { t } = useTranslation()
  const imageList = useDisplayedImages(productId, initialImages)
  const { images } = imageList
  const { move, remove } = useImageChanges(imageList)
  const { uploads, choose, again, callOff, leaveOut } = useUploads(imageList)
  const { list, drag, begin } = useDragOrder(images.length, move)
  const places = drag ? moveItem([...images.keys()], drag.from, drag.to) : [...images.keys()]
  /** Moves the focus to the next image's remove button, or the previous one's; without any, to the button for choosing images. */
  const removeAt = (image: ProductImage, index: number) => {
    const next = images[index + 1] ?? images[index - 1]
    const section = list.current?.parentElement
    const target = next ? `[data-remove="${next.id}"]` : 'button'
    remove(image)
    requestAnimationFrame(() => section?.querySelector<HTMLElement>(target)?.focus())
  }
  return (
    <FormSection title={t('productImages.title')} lead={t('productImages.lead', { max: String(MAX_IMAGES) })}>
      <WideField>
        <Box
          component="ol"
          ref={list}
          aria-label={t('productImages.title')}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(120px, 100%), 1fr))',
            gap: 1,
            m: 0,
            p: 0,
            listStyle: 'none',
            '&:not(:empty)': { mb: 1.5 },
          }}
        >
          {images.map((image, index) => (
            <ImageTile
              key={image.id}
              image={image}
              index={index}
              count={images.length}
              order={places.indexOf(index)}
              isDragged={drag?.from === index}
              onDrag={event => begin(event, index)}
              onMove={to => move(index, to)}
              onRemove={() => removeAt(image, index)}
            />
          ))}
          {uploads.map(upload => (
            <UploadTile
              key={`upload-${upload.key}`}
              upload={upload}
              onAgain={() => again(upload)}
              onCallOff={() => callOff(upload)}
              onLeaveOut={() => leaveOut(upload)}
            />
          ))}
        </Box>
        <ImageChooser onChoose={choose} />
      </WideField>
    </FormSection>
  )
}

type UploadTileProps = {
  upload: ImageUpload
  onAgain: () => void
  onCallOff: () => void
  onLeaveOut: () => void
}

/** A picture being sent, or what went wrong with it. */
function UploadTile({ upload, onAgain, onCallOff, onLeaveOut }: UploadTileProps) {
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

type SentCircleProps = {
  name: string
  share: number | undefined
}

/** The sent share of a picture; a spinner while it is queued, and while the server creates its sizes. */
function SentCircle({ name, share }: SentCircleProps) {
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
            {formatShare(share)}
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
function CallOffButton({ name, onPress }: CallOffButtonProps) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const buttonElement = button.current
    return () => {
      if (document.activeElement !== buttonElement) return
      buttonElement?.closest('section')?.querySelector<HTMLElement>('[data-choose-images]')?.focus()
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
