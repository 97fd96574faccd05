import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { productOffers, type ShownOffer } from '#contract/catalogue/product-offers.ts'
import { hasValidCheckDigit } from '#domain/barcode.ts'
import type { FoodLanguage } from '#domain/catalogue/food-information.ts'
import { brandedName, type OfferPart } from '#domain/catalogue/product-offer.ts'
import { OfferParts } from '#web/back-office/catalogue/product-offers/offer-parts.tsx'
import type { TakingControl } from '#web/back-office/catalogue/product-offers/use-taking.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { typedNumber } from '#web/kit/forms/record-fields.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import type { ProductFormControl } from './use-product-form.ts'

const FILLED = ['names.fi', 'names.sv', 'names.en', 'content_quantity'] as const

/** The fields of the form that an offer fills. */
function valuesOf({ names, brand, content }: ShownOffer, parts: readonly OfferPart[]) {
  const has = (part: OfferPart) => parts.includes(part)
  const nameIn = (language: FoodLanguage) =>
    has('names') ? brandedName(has('brand') ? brand : '', names[language]) : ''
  return {
    'names.fi': nameIn('fi'),
    'names.sv': nameIn('sv'),
    'names.en': nameIn('en'),
    content_quantity: has('content') ? typedNumber(content?.quantity ?? null) : '',
  }
}

const useOffer = (code: string) =>
  useQuery({
    ...queryOf(productOffers.find, { params: { code } }),
    enabled: /^\d{13,14}$/.test(code) && hasValidCheckDigit(code),
    meta: { showsOwnError: true },
  })

type OfferSectionProps = {
  form: ProductFormControl
  taking: TakingControl
  /** Whether the price gets the focus once the source has answered: the first field to type in. */
  movesFocus: boolean
}

/** Above the form of a new product: what is known of its code. It fills fields that are empty, or that it filled itself. */
export function OfferSection({ form, taking, movesFocus }: OfferSectionProps) {
  const { t } = useTranslation()
  const { data, isFetching, isError } = useOffer(form.values.ean13.replaceAll(/\s/g, ''))
  const filled = useRef<Partial<Record<(typeof FILLED)[number], string>>>({})
  const offer = data?.offer ?? undefined
  const choose = (parts: readonly OfferPart[]) => {
    const wanted = offer ? valuesOf(offer, parts) : undefined
    for (const name of FILLED) {
      const value = wanted?.[name] ?? ''
      if (form.values[name] !== '' && form.values[name] !== filled.current[name]) continue
      filled.current[name] = value
      if (form.values[name] === value) continue
      form.set(name, value)
      if (name === 'content_quantity') form.set('content_unit', value === '' ? '' : (offer?.content?.unit ?? ''))
    }
    taking.setTaking(before => ({ ...before, offer, parts }))
  }
  const arrive = useEffectEvent((of: string) => {
    // What something was left out of is for the admin to decide.
    choose(offer?.whole ?? [])
    taking.setTaking(before => ({ ...before, kind: offer ? 'prepacked' : '' }))
    if (movesFocus && of !== '') document.getElementsByName('price')[0]?.focus()
  })
  const state = isError ? 'failed' : (data?.state ?? '')
  const answer = state && `${state} ${offer?.code ?? ''}`
  useEffect(() => arrive(answer), [answer])
  if (isFetching && !data) return <Box role="status">{t('productOffer.asking')}</Box>
  if (offer) return <OfferParts offer={offer} taking={taking} onChoose={choose} />
  if (state === 'unknown' || state === 'busy' || state === 'slow' || state === 'failed')
    return (
      <Panel tone="attention">
        <Box role="status">{t(`productOffer.states.${state}`)}</Box>
      </Panel>
    )
  return null
}
