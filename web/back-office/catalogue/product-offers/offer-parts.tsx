import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { productOffers, type ShownOffer } from '#contract/catalogue/product-offers.ts'
import { emphasisedParts, FOOD_KINDS, FOOD_LANGUAGES, NUTRIENTS } from '#domain/catalogue/food-information.ts'
import type { OfferPart } from '#domain/catalogue/product-offer.ts'
import { dayText } from '#domain/format/day-text.ts'
import { PictureFrame } from '#web/back-office/catalogue/product-images/image-tile.tsx'
import { queryOf } from '#web/kit/api/query-of.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { SourceNote } from './origin-list.tsx'
import type { TakingControl } from './use-taking.ts'

type OfferPartsProps = {
  offer: ShownOffer
  taking: Pick<TakingControl, 'parts' | 'kind' | 'setTaking'>
  onChoose: (parts: readonly OfferPart[]) => void
}

/** What a source offers of a product, with a box for each part. */
export function OfferParts({ offer, taking, onChoose }: OfferPartsProps) {
  const { t } = useTranslation()
  const toggle = (part: OfferPart, isChosen: boolean) =>
    onChoose(offer.parts.filter(each => (each === part ? isChosen : taking.parts.includes(each))))
  return (
    <FormSection title={t('productOffer.title')} lead={t('productOffer.lead')}>
      <Wide>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'minmax(0, 1fr) 160px' } }}>
          <Box role="group" aria-label={t('productOffer.title')} sx={{ display: 'grid', gap: 0.5 }}>
            {offer.parts.map(part => (
              <CheckInput
                key={part}
                label={t(`productOffer.parts.${part}`)}
                hint={offerText(offer, part, t)}
                checked={taking.parts.includes(part)}
                onChange={isChosen => toggle(part, isChosen)}
              />
            ))}
          </Box>
          {offer.has_picture && <OfferedPicture code={offer.code} />}
        </Box>
      </Wide>
      {offer.left_out.length > 0 && (
        <Wide>
          <Box component="ul" aria-label={t('productOffer.leftOut')} sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
            {offer.left_out.map(({ part, value, why }) => (
              <li key={`${part} ${value} ${why}`}>
                {t('productOffer.leftOutItem', {
                  part: t(`productOffer.parts.${part}`),
                  value,
                  why: t(`productOffer.why.${why}`),
                })}
              </li>
            ))}
          </Box>
        </Wide>
      )}
      <Wide>
        <SelectInput
          label={t('foodForm.fields.kind')}
          placeholder={t('foodForm.choose')}
          options={FOOD_KINDS.map(value => ({ value, label: t(`foodForm.kinds.${value}`) }))}
          value={taking.kind}
          onChange={kind => taking.setTaking(before => ({ ...before, kind }))}
        />
      </Wide>
      <Wide>
        <SourceNote on={dayText(offer.asked_on)} />
      </Wide>
    </FormSection>
  )
}

function OfferedPicture({ code }: { code: string }) {
  const { t } = useTranslation()
  const query = queryOf(productOffers.picture, { params: { code } })
  const { data } = useQuery({ ...query, meta: { showsOwnError: true } })
  return (
    <Box sx={{ maxWidth: 160 }}>
      {data?.url ? (
        <PictureFrame src={data.url} alt={t('productOffer.parts.picture')} />
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{t(data ? 'productOffer.noPicture' : 'productOffer.pictureComes')}</Box>
      )}
    </Box>
  )
}

const plainly = (text: string) =>
  emphasisedParts(text)
    .map(part => (part.isEmphasised ? part.text.toUpperCase() : part.text))
    .join('')

/** The value of a part, in words; allergens of a list are in capitals. */
function offerText(offer: ShownOffer, part: OfferPart, t: Translate): string {
  switch (part) {
    case 'names':
    case 'ingredients':
    case 'storage':
    case 'origin':
      return FOOD_LANGUAGES.filter(language => offer[part][language] !== '')
        .map(language => `${t(`foodForm.languages.${language}`)}: ${plainly(offer[part][language])}`)
        .join(' · ')
    case 'content':
      return offer.content ? `${offer.content.quantity} ${offer.content.unit}` : ''
    case 'allergens':
      return allergenText(offer, t)
    case 'nutrition':
      return nutritionText(offer, t)
    case 'alcohol_percent':
      return `${offer.alcohol_percent} %`
    case 'picture':
      return t('productOffer.pictureLicence')
    default:
      return offer[part]
  }
}

function allergenText({ allergens }: ShownOffer, t: Translate): string {
  const named = (list: 'contains' | 'may_contain') =>
    (allergens?.[list] ?? []).map(each => t(`food.allergenNames.${each}`)).join(', ')
  const [contains, traces] = [named('contains'), named('may_contain')]
  if (contains === '' && traces === '') return t('foodForm.fields.no_allergens')
  return [contains && `${t('foodForm.contains')}: ${contains}`, traces && `${t('foodForm.mayContain')}: ${traces}`]
    .filter(Boolean)
    .join(' · ')
}

const nutritionText = ({ nutrition }: ShownOffer, t: Translate): string =>
  nutrition
    ? `${nutrition.per === '100g' ? '100 g' : '100 ml'}: ${NUTRIENTS.map(name => `${t(`foodForm.fields.${name}`)} ${nutrition[name]}`).join(', ')}`
    : ''
