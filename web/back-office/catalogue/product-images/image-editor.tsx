import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { MOST_IMAGES, type ProductImage } from '#contract/catalogue/product-images.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { ImageChooser } from './image-chooser.tsx'
import { moved } from './image-order.ts'
import { ImageTile } from './image-tile.tsx'
import { UploadTile } from './upload-tile.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { useImageChanges, useImageList } from './use-image-list.ts'
import { useUploads } from './use-uploads.ts'

interface ImageEditorProps {
  productId: number
  images: readonly ProductImage[]
}

/** A product's images: added, reordered and removed at once, independently of the form's saving. */
export function ImageEditor({ productId, images: given }: ImageEditorProps) {
  const { t } = useTranslation()
  const imageList = useImageList(productId, given)
  const { images } = imageList
  const { move, remove } = useImageChanges(imageList)
  const { uploads, choose, again, callOff, leaveOut } = useUploads(imageList)
  const { list, drag, begin } = useDragOrder(images.length, move)
  const places = drag ? moved([...images.keys()], drag.from, drag.to) : [...images.keys()]
  /** Moves the focus to the next image's remove button, or the previous one's; without any, to the button for choosing images. */
  const removeAt = (image: ProductImage, index: number) => {
    const next = images[index + 1] ?? images[index - 1]
    const section = list.current?.parentElement
    const target = next ? `[data-remove="${next.id}"]` : 'button'
    remove(image)
    requestAnimationFrame(() => section?.querySelector<HTMLElement>(target)?.focus())
  }
  return (
    <FormSection title={t('productImages.title')} lead={t('productImages.lead', { most: String(MOST_IMAGES) })}>
      <Wide>
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
      </Wide>
    </FormSection>
  )
}
