import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { PointerEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ProductImage } from '#contract/catalogue/product-images.ts'
import { EarlierIcon, LaterIcon, TrashIcon } from '#web/kit/ui/icons.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { PictureFrame } from './picture-frame.tsx'

const SIZES = '(min-width: 600px) 180px, 45vw'

interface ImageTileProps {
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
        sizes={SIZES}
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
