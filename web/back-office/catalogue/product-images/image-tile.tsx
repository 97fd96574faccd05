import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { PointerEvent, ReactNode, SyntheticEvent } from 'react'
import type { ProductImage } from '#contract/catalogue/product-images.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { EarlierIcon, LaterIcon, TrashIcon } from '#web/kit/ui/icons.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

const IMAGE_SIZES = '(min-width: 600px) 180px, 45vw'

type ImageTileProps = {
  image: ProductImage
  index: number
  count: number
  /** Its position while an image is dragged. */
  order: number
  isDragged: boolean
  onDrag: (event: PointerEvent) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One of a product's images: it can be dragged, moved by buttons, and removed. */
export function ImageTile({ image, index, count, order, isDragged, onDrag, onMove, onRemove }: ImageTileProps) {
  const { t } = useTranslation()
  const words = { number: String(index + 1), all: String(count) }
  // `aria-disabled` keeps the button focusable: the focus stays on a button that has just moved its image to the end.
  const step = (to: number) => ({ 'aria-disabled': to < 0 || to >= count, onClick: () => onMove(to) })
  return (
    <Box component="li" sx={{ order, opacity: isDragged ? 0.6 : 1, '& [aria-disabled="true"]': { opacity: 0.35 } }}>
      <PictureFrame
        src={image.files[0]?.url ?? ''}
        srcSet={image.files.map(({ url, width }) => `${url} ${width}w`).join(', ')}
        sizes={IMAGE_SIZES}
        alt={t('productImages.picture', words)}
        onDrag={onDrag}
        isLifted={isDragged}
      >
        {index === 0 && (
          <Box sx={{ position: 'absolute', left: 6, bottom: 6, pointerEvents: 'none' }}>
            <StatusPill tone="open">{t('productImages.first')}</StatusPill>
          </Box>
        )}
        <IconButton
          data-remove={image.id}
          aria-label={t('productImages.remove', words)}
          onClick={onRemove}
          sx={{
            position: 'absolute',
            top: 4,
            right: 4,
            bgcolor: 'background.paper',
            color: 'text.primary',
            border: 1,
            borderColor: 'divider',
            '&:hover': { bgcolor: 'surface.mist' },
          }}
        >
          <TrashIcon size={22} />
        </IconButton>
      </PictureFrame>
      {count > 1 && (
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <IconButton aria-label={t('productImages.earlier', words)} {...step(index - 1)}>
            <EarlierIcon />
          </IconButton>
          <Box component="span" aria-hidden sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>
            {index + 1}
          </Box>
          <IconButton aria-label={t('productImages.later', words)} {...step(index + 1)}>
            <LaterIcon />
          </IconButton>
        </Box>
      )}
    </Box>
  )
}

type PictureFrameProps = {
  src: string
  srcSet?: string
  sizes?: string
  alt: string
  onDrag?: (event: PointerEvent) => void
  isLifted?: boolean
  isFaint?: boolean
  /** Rendered on top of the picture. */
  children?: ReactNode
}

/** A picture that the browser can't show leaves the square empty. */
const hideBroken = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
  currentTarget.style.visibility = 'hidden'
}

/** A whole picture in a square. */
export function PictureFrame({ src, srcSet, sizes, alt, onDrag, isLifted, isFaint, children }: PictureFrameProps) {
  return (
    <Box
      sx={{
        position: 'relative',
        aspectRatio: '1',
        overflow: 'hidden',
        border: 1,
        borderColor: isLifted ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: 'surface.mist',
      }}
    >
      <Box
        component="img"
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt={alt}
        draggable={false}
        decoding="async"
        onError={alt === '' ? hideBroken : undefined}
        onPointerDown={onDrag}
        sx={{
          display: 'block',
          width: '100%',
          height: '100%',
          objectFit: 'contain',
          opacity: isFaint ? 0.45 : 1,
          // A finger that starts sideways drags; a vertical movement scrolls the page.
          ...(onDrag && { cursor: isLifted ? 'grabbing' : 'grab', touchAction: 'pan-y', userSelect: 'none' }),
          WebkitTouchCallout: 'none',
        }}
      />
      {children}
    </Box>
  )
}
