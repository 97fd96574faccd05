import Box from '@mui/material/Box'
import { useState } from 'react'
import { type ProductImage, productImages } from '#contract/catalogue/product-images.ts'
import { FOOD_LANGUAGES, type FoodLanguage } from '#domain/catalogue/food-information.ts'
import { PictureFrame } from '#web/back-office/catalogue/product-images/image-tile.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'

type LabelPhotosProps = { productId: number; images: readonly ProductImage[] }

/** Which of a product's pictures show its label, and in which languages. Each choice is saved at once. */
export function LabelPhotos({ productId, images }: LabelPhotosProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('foodForm.labels')} lead={t('foodForm.labelsLead')}>
      <WideField>
        {images.length === 0 && t('foodForm.noPictures')}
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
          {images.map((image, index) => (
            <LabelPhoto key={image.id} productId={productId} image={image} number={index + 1} />
          ))}
        </Box>
      </WideField>
    </FormSection>
  )
}

function LabelPhoto({ productId, image, number }: { productId: number; image: ProductImage; number: number }) {
  const { t } = useTranslation()
  const { act } = useAction('label-photo')
  // Shows the choice while it is saved.
  const [chosen, setChosen] = useState<readonly FoodLanguage[]>()
  const languages = chosen ?? image.label_languages
  const save = (language: FoodLanguage, isShown: boolean) => {
    const shownLanguages = FOOD_LANGUAGES.filter(each => (each === language ? isShown : languages.includes(each)))
    setChosen(shownLanguages)
    const params = { id: productId, imageId: image.id }
    void act(async () => {
      await callApi(productImages.label, { params, body: { languages: shownLanguages } })
      return t('foodForm.labelSaved')
    }).finally(() => setChosen(undefined))
  }
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: '88px minmax(0, 1fr)', gap: 1.5 }}>
      <PictureFrame src={image.files[0]?.url ?? ''} alt="" />
      <Box role="group" aria-label={t('foodForm.pictureShows', { number: String(number) })}>
        <Box sx={{ color: 'text.secondary' }}>{t('foodForm.pictureShows', { number: String(number) })}</Box>
        {FOOD_LANGUAGES.map(language => (
          <CheckInput
            key={language}
            label={t(`foodForm.languages.${language}`)}
            checked={languages.includes(language)}
            onChange={isShown => save(language, isShown)}
          />
        ))}
      </Box>
    </Box>
  )
}
