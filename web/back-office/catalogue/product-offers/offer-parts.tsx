import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState, useId } from 'react'
import { productOffers, type ShownOffer } from '#contract/catalogue/product-offers.ts'
import { emphasisedParts, FOOD_KINDS, FOOD_LANGUAGES, NUTRIENTS } from '#domain/catalogue/food-information.ts'
import type { OfferPart } from '#domain/catalogue/product-offer.ts'
import { dayText } from '#domain/format/day-text.ts'
import { PictureFrame } from '#web/back-office/catalogue/product-images/image-tile.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

type OfferPartsProps = {
  offer: ShownOffer
  choice: Pick<OfferChoiceControl, 'parts' | 'kind' | 'setChoice'>
  onChoose: (parts: readonly OfferPart[]) => void
}

/** What a source offers of a product, with a box for each part. */
export function OfferParts({ offer, choice, onChoose }: OfferPartsProps) {
  const { t } = useTranslation()
  const toggle = (part: OfferPart, isChosen: boolean) =>
    onChoose(offer.parts.filter(each => (each === part ? isChosen : choice.parts.includes(each))))
  return (
    <FormSection title={t('productOffer.title')} lead={t('productOffer.lead')}>
      <WideField>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'minmax(0, 1fr) 160px' } }}>
          <Box role="group" aria-label={t('productOffer.title')} sx={{ display: 'grid', gap: 0.5 }}>
            {offer.parts.map(part => (
              <CheckInput
                key={part}
                label={t(`productOffer.parts.${part}`)}
                hint={offerText(offer, part, t)}
                checked={choice.parts.includes(part)}
                onChange={isChosen => toggle(part, isChosen)}
              />
            ))}
          </Box>
          {offer.has_picture && <OfferedPicture code={offer.code} />}
        </Box>
      </WideField>
      {offer.omitted.length > 0 && (
        <WideField>
          <Box component="ul" aria-label={t('productOffer.omitted')} sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
            {offer.omitted.map(({ part, value, reason }) => (
              <li key={`${part} ${value} ${reason}`}>
                {t('productOffer.omittedItem', {
                  part: t(`productOffer.parts.${part}`),
                  value,
                  reason: t(`productOffer.why.${reason}`),
                })}
              </li>
            ))}
          </Box>
        </WideField>
      )}
      <WideField>
        <SelectInput
          label={t('foodForm.fields.kind')}
          placeholder={t('foodForm.choose')}
          options={FOOD_KINDS.map(value => ({ value, label: t(`foodForm.kinds.${value}`) }))}
          value={choice.kind}
          onChange={kind => choice.setChoice(before => ({ ...before, kind }))}
        />
      </WideField>
      <WideField>
        <SourceNote on={dayText(offer.fetched_on)} />
      </WideField>
    </FormSection>
  )
}

function OfferedPicture({ code }: { code: string }) {
  const { t } = useTranslation()
  const query = queryFor(productOffers.picture, { params: { code } })
  const { data } = useQuery({ ...query, meta: { handlesOwnError: true } })
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

const withoutEmphasis = (text: string) =>
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
        .map(language => `${t(`foodForm.languages.${language}`)}: ${withoutEmphasis(offer[part][language])}`)
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
  const allergenNames = (list: 'contains' | 'may_contain') =>
    (allergens?.[list] ?? []).map(each => t(`food.allergenNames.${each}`)).join(', ')
  const [contains, traces] = [allergenNames('contains'), allergenNames('may_contain')]
  if (contains === '' && traces === '') return t('foodForm.fields.no_allergens')
  return [contains && `${t('foodForm.contains')}: ${contains}`, traces && `${t('foodForm.mayContain')}: ${traces}`]
    .filter(Boolean)
    .join(' · ')
}

const nutritionText = ({ nutrition }: ShownOffer, t: Translate): string =>
  nutrition
    ? `${nutrition.per === '100g' ? '100 g' : '100 ml'}: ${NUTRIENTS.map(name => `${t(`foodForm.fields.${name}`)} ${nutrition[name]}`).join(', ')}`
    : ''

/** What an admin takes of an offer. */
type OfferChoice = {
  offer: ShownOffer | undefined
  parts: readonly OfferPart[]
  /** One of FOOD_KINDS, or empty. */
  kind: string
}

const NO_OFFER: OfferChoice = { offer: undefined, parts: [], kind: '' }

/** The chosen parts of an offer; `applyTo` writes them to a new product. */
export function useOfferChoice() {
  const [choice, setChoice] = useState(NO_OFFER)
  const notifyFailure = useFailureNotice()
  // A failure is shown, and not thrown: the product is there.
  const applyTo = (productId: number) =>
    saveChoice(productId, choice).catch((error: unknown) => notifyFailure(error, 'offer-not-taken'))
  return { ...choice, setChoice, applyTo }
}

export type OfferChoiceControl = ReturnType<typeof useOfferChoice>

/** Saves the chosen parts for a product. */
async function saveChoice(productId: number, { offer, parts, kind }: OfferChoice): Promise<void> {
  if (!offer) return
  const chosen = FOOD_KINDS.find(each => each === kind) ?? null
  const body = { code: offer.code, parts: [...parts], kind: chosen }
  await callApi(productOffers.apply, { params: { id: productId }, body })
}

const SOURCE_LINKS = [
  ['https://world.openfoodfacts.org', 'Open Food Facts'],
  ['https://opendatacommons.org/licenses/odbl/1-0/', 'ODbL 1.0'],
  ['https://creativecommons.org/licenses/by-sa/3.0/', 'CC BY-SA 3.0'],
] as const

/** Where data is from, as its licences demand, and what that means. `on`: when it was asked for. */
function SourceNote({ on }: { on?: string }) {
  const { t } = useTranslation()
  return (
    <Typography variant="body2" color="textSecondary">
      {on !== undefined && `${t('productOffer.fetchedOn', { day: on })} `}
      {t('productOffer.compare')}{' '}
      {SOURCE_LINKS.map(([href, text]) => (
        <MuiLink
          key={href}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, mr: 1.5 }}
        >
          {text}
        </MuiLink>
      ))}
    </Typography>
  )
}

/** What a product has from a source, besides its food information; nothing if it has nothing. */
export function OriginList({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const id = useId()
  const query = queryFor(productOffers.origins, { params: { id: String(productId) } })
  const { data = [] } = useQuery({ ...query, meta: { isBackground: true } })
  if (data.length === 0) return null
  const getLabel = (field: string) => {
    const language = FOOD_LANGUAGES.find(each => field === `names.${each}`)
    if (language) return t(`productForm.names.${language}`)
    return t(field === 'content' ? 'productOffer.parts.content' : 'productOffer.parts.picture')
  }
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('productOffer.origins')}
      </Typography>
      <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5 }}>
        {data.map(({ field, source, recorded_on }, index) => (
          // Several pictures may be from one source.
          <li key={`${field} ${String(index)}`}>
            {getLabel(field)}:{' '}
            {t('foodForm.from', { source: t(`foodForm.sources.${source}`), day: dayText(recorded_on) })}
          </li>
        ))}
      </Box>
      <SourceNote />
    </Panel>
  )
}
