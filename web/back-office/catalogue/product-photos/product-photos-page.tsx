import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ImageChooser } from '#web/back-office/catalogue/product-images/image-chooser.tsx'
import { GuideLink } from '#web/back-office/kit/guide/guide-link.tsx'
import { useLeaveGuard } from '#web/kit/forms/use-leave-guard.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import {
  chosenProduct,
  EXISTING_CHOICES,
  type ExistingChoice,
  getPhotoGroup,
  PHOTO_GROUPS,
  type PhotoGroup,
  photosToSave,
} from './photo-files.ts'
import { PhotoRow } from './photo-row.tsx'
import { usePhotoFiles } from './use-photo-files.ts'
import { useSavePhotos } from './use-save-photos.ts'

/** Photos of many products: chosen, matched by the names of their files, reviewed, and then saved. */
export function ProductPhotosPage() {
  const { t } = useTranslation()
  const { photos, dispatch, choose, isMatching } = usePhotoFiles()
  const [existing, setExisting] = useState<ExistingChoice>('add')
  const { progress, save, cancel, undo, isUndoing } = useSavePhotos({ photos, dispatch })
  const isBusy = progress !== undefined || isUndoing
  const toSave = photosToSave(photos, existing)
  const question = useLeaveGuard(toSave.length > 0)
  const groups = Map.groupBy(photos, getPhotoGroup)
  const count = (group: PhotoGroup) => groups.get(group)?.length ?? 0
  const hasExisting = photos.some(photo => !photo.isSaved && chosenProduct(photo)?.thumbnail)
  return (
    <Page title={t('productPhotos.title')} lead={t('productPhotos.lead')} aside={<BackToProducts />}>
      <GuideLink page="products" at="photos-and-drawings">
        {t('productPhotos.guide')}
      </GuideLink>
      <ImageChooser onChoose={files => void choose(files)} isDisabled={isBusy} />
      <Box role="status">
        {isMatching && t('productPhotos.matching')}
        {!isMatching &&
          count('saved') > 0 &&
          progress === undefined &&
          t('productPhotos.saved', { count: count('saved') })}
      </Box>
      {count('saved') > 0 && progress === undefined && (
        <Box>
          <ActionButton variant="outlined" loading={isUndoing} onClick={() => void undo()}>
            {t('productPhotos.undo')}
          </ActionButton>
        </Box>
      )}
      {hasExisting && (
        <Box sx={{ maxWidth: 420 }}>
          <SelectInput
            label={t('productPhotos.existing')}
            value={existing}
            options={EXISTING_CHOICES.map(value => ({ value, label: t(`productPhotos.existingChoices.${value}`) }))}
            onChange={setExisting}
            disabled={isBusy}
          />
        </Box>
      )}
      {!isMatching &&
        PHOTO_GROUPS.filter(group => count(group) > 0).map(group => (
          <section key={group} aria-labelledby={`photos-${group}`}>
            <Typography variant="h3" component="h2" id={`photos-${group}`}>
              {t(`productPhotos.groups.${group}`, { count: count(group) })}
            </Typography>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {groups.get(group)?.map(photo => (
                <PhotoRow
                  key={photo.key}
                  photo={photo}
                  existing={existing}
                  isBusy={isBusy}
                  onProduct={product => dispatch({ type: 'product', key: photo.key, product })}
                />
              ))}
            </Box>
          </section>
        ))}
      {(toSave.length > 0 || progress) && !isMatching && (
        <SaveBar count={toSave.length} progress={progress} onSave={() => void save(existing)} onCancel={cancel} />
      )}
      {question}
    </Page>
  )
}

function BackToProducts() {
  const { t } = useTranslation()
  return (
    <Button variant="outlined" size="small" component={Link} to={PATHS.products}>
      {t('productPhotos.toProducts')}
    </Button>
  )
}

type SaveBarProps = {
  count: number
  progress: { done: number; total: number } | undefined
  onSave: () => void
  onCancel: () => void
}

function SaveBar({ count, progress, onSave, onCancel }: SaveBarProps) {
  const { t } = useTranslation()
  const { done = 0, total = 1 } = progress ?? {}
  const text = t('productPhotos.saving', { done: String(done), total: String(total) })
  return (
    <BottomBar
      action={
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          {progress ? (
            <>
              <Box sx={{ flex: '1 1 200px' }}>
                <div>{text}</div>
                <LinearProgress variant="determinate" value={(done / total) * 100} aria-label={text} />
              </Box>
              <Button variant="outlined" onClick={onCancel}>
                {t('common.cancel')}
              </Button>
            </>
          ) : (
            <Button variant="contained" onClick={onSave} sx={{ ml: { sm: 'auto' }, flex: { xs: 1, sm: 'none' } }}>
              {t('productPhotos.save', { count })}
            </Button>
          )}
        </Box>
      }
    />
  )
}
