import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { ProductSearchDialog } from '#web/back-office/catalogue/admin-products/product-search-dialog.tsx'
import { PictureFrame } from '#web/back-office/catalogue/product-images/image-tile.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SearchIcon } from '#web/kit/ui/icons.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { chosenProduct, type ExistingChoice, type PhotoFile, type PhotoProduct } from './photo-files.ts'

type PhotoRowProps = {
  photo: PhotoFile
  existing: ExistingChoice
  isBusy: boolean
  onProduct: (product: PhotoProduct | undefined) => void
}

/** A photo with its product, which can be chosen, and what happens to the photo that the product has. */
export function PhotoRow({ photo, existing, isBusy, onProduct }: PhotoRowProps) {
  const { t } = useTranslation()
  const [isSearching, setSearching] = useState(false)
  const product = chosenProduct(photo)
  const { file, preview, products, match, problem, isSaved } = photo
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '72px minmax(0, 1fr)',
        gap: 1.5,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <PictureFrame src={preview} alt="" />
      <Box sx={{ display: 'grid', gap: 0.5, overflowWrap: 'anywhere' }}>
        {isSaved ? (
          <>
            <span>{file.name}</span>
            <Box sx={{ fontWeight: 650 }}>{product?.name}</Box>
          </>
        ) : (
          <Box sx={{ display: 'flex', gap: 1, '& > div': { flex: 1, minWidth: 0 } }}>
            <SelectInput
              label={file.name}
              value={product ? String(product.id) : ''}
              placeholder={t('productPhotos.notSaved')}
              options={products.map(({ id, name, supplier }) => ({
                value: String(id),
                label: `${name} · ${supplier.name}`,
              }))}
              error={problem}
              {...(product !== undefined &&
                match !== 'none' &&
                match !== 'unsure' && { hint: t(`productPhotos.by.${match}`) })}
              onChange={value => onProduct(products.find(({ id }) => String(id) === value))}
              disabled={isBusy}
            />
            <Button
              variant="outlined"
              aria-label={t('productPhotos.findFor', { name: file.name })}
              title={t('productPhotos.find')}
              disabled={isBusy}
              onClick={() => setSearching(true)}
              // Beside the field, below its label.
              sx={{ alignSelf: 'start', mt: 3, minHeight: 56, minWidth: 56, px: 1 }}
            >
              <SearchIcon />
            </Button>
          </Box>
        )}
        {!isSaved && product?.thumbnail && <ExistingPhoto thumbnail={product.thumbnail} existing={existing} />}
      </Box>
      {isSearching && (
        <ProductSearchDialog
          title={t('productPhotos.findFor', { name: file.name })}
          onChoose={({ id, name, supplier, thumbnail }) => {
            onProduct({ id, name, supplier, thumbnail })
            setSearching(false)
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </Box>
  )
}

type ExistingPhotoProps = { thumbnail: string; existing: ExistingChoice }

function ExistingPhoto({ thumbnail, existing }: ExistingPhotoProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', color: 'text.secondary', typography: 'body2' }}>
      <Box sx={{ width: 40, flex: 'none' }}>
        <PictureFrame src={thumbnail} alt="" />
      </Box>
      {t(`productPhotos.has.${existing}`)}
    </Box>
  )
}
