import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { productOffers, type ShownOffer } from '#contract/catalogue/product-offers.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { type VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import { fieldsOfCode } from '#domain/catalogue/code-fields.ts'
import type { FoodLanguage } from '#domain/catalogue/food-information.ts'
import { hasValidCheckDigit } from '#domain/catalogue/gtin.ts'
import { brandedName, type OfferPart } from '#domain/catalogue/product-offer.ts'
import {
  useOfferChoice,
  type OfferChoiceControl,
  OfferParts,
} from '#web/back-office/catalogue/product-offers/offer-parts.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { toNumberInput } from '#web/kit/forms/record-fields.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { AddCodeButton } from './add-code.tsx'
import { NextCode } from './code-fields.tsx'
import { ProductForm } from './product-form.tsx'
import { useLabelLayouts, useNewChoices, useNextPlace } from './queries.ts'
import { toInput, newFormValues, type ProductFormValues, type ProductFormControl } from './use-product-form.ts'

type NewProductProps = {
  inStores: readonly { id: number; name: string }[]
  layouts: readonly VariableMeasureLayout[]
  /** Its place in the shoppers’ list: the last. */
  place: number
  /** Its VAT class and supplier, if none are in the address. */
  choices: NonNullable<ReturnType<typeof useNewChoices>>
  search: URLSearchParams
}

function NewProduct({ inStores, layouts, place, choices, search }: NewProductProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const offerChoice = useOfferChoice()
  const code = search.get('code')
  // What is loaded again later must not change a form that is being filled in.
  const [{ vat_class_id: vatClassId, supplier_id: supplierId }] = useState(choices)
  const values = useMemo(
    () => ({
      ...newFormValues(inStores, code === null ? {} : fieldsOfCode(code, layouts)),
      product_type: search.get('type') === 'preorder' ? ('preorder' as const) : ('standard' as const),
      sort_order: String(place),
      vat_class_id: search.get('vat') ?? vatClassId,
      supplier_id: search.get('supplier') ?? supplierId,
    }),
    [inStores, code, layouts, search, place, vatClassId, supplierId],
  )
  const create = async (draft: ProductFormValues) => {
    const product = await callApi(adminProducts.create, { body: toInput(draft) })
    await offerChoice.applyTo(product.id)
    return product
  }
  // How many were created in this series; null: it is no series.
  const made = search.get('made')
  const created = ({ id, vat_class_id: vat, supplier }: AdminProduct) =>
    navigate(
      made === null
        ? `${PATHS.products}/${id}/edit`
        : `${PATHS.productCreate}?made=${Number(made) + 1}&vat=${vat}&supplier=${supplier.id}`,
      { replace: true },
    )
  return (
    <ProductForm
      title={t('productForm.new')}
      values={values}
      stores={inStores.map(({ id, name }) => ({ store_id: id, name }))}
      creation={{ create, onCreated: product => void created(product) }}
      {...(made !== null && { saveText: t('productOffer.createNext') })}
      aside={
        made === null && (
          <Button variant="outlined" component={Link} to={`${PATHS.productCreate}?made=0`}>
            {t('productOffer.many')}
          </Button>
        )
      }
      renderLead={form => (
        <>
          {made === null && code !== null && <OtherPackage code={code} />}
          {made !== null && <NextCode form={form} made={Number(made)} />}
          <OfferSection form={form} offerChoice={offerChoice} movesFocus={made !== null} />
        </>
      )}
    />
  )
}

/**
 * A new product; `?code=` is a scanned code that no product has, `?type=preorder` creates a pre-order product. `?made=`: the
 * number created in a series, which keeps VAT class and supplier.
 */
export function AdminProductCreatePage() {
  const [search] = useSearchParams()
  const { data } = useQuery(queryFor(adminStores.choices))
  const inStores = useMemo(() => data?.filter(({ status }) => status !== 'archived'), [data])
  const layouts = useLabelLayouts()
  const place = useNextPlace()
  const choices = useNewChoices()
  if (!inStores || !layouts || !choices || place === undefined) return <RecordLoading />
  const key = `${search.get('code')} ${search.get('made')}`
  return <NewProduct key={key} inStores={inStores} layouts={layouts} place={place} choices={choices} search={search} />
}

/** A scanned code may be that of another batch or pack of a product that is there already. */
function OtherPackage({ code }: { code: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = ({ id }: { id: number }) => void navigate(`${PATHS.products}/${id}/edit`, { replace: true })
  return (
    <Panel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <span>{t('addCode.other')}</span>
        <AddCodeButton code={code} onAdded={open} />
      </Box>
    </Panel>
  )
}

const FILLED_FIELDS = ['names.fi', 'names.sv', 'names.en', 'content_quantity'] as const

/** The fields of the form that an offer fills. */
function toFormValues({ names, brand, content }: ShownOffer, parts: readonly OfferPart[]) {
  const has = (part: OfferPart) => parts.includes(part)
  const nameIn = (language: FoodLanguage) =>
    has('names') ? brandedName(has('brand') ? brand : '', names[language]) : ''
  return {
    'names.fi': nameIn('fi'),
    'names.sv': nameIn('sv'),
    'names.en': nameIn('en'),
    content_quantity: has('content') ? toNumberInput(content?.quantity ?? null) : '',
  }
}

const useOffer = (code: string) =>
  useQuery({
    ...queryFor(productOffers.find, { params: { code } }),
    enabled: /^\d{13,14}$/.test(code) && hasValidCheckDigit(code),
    meta: { handlesOwnError: true },
  })

type OfferSectionProps = {
  form: ProductFormControl
  offerChoice: OfferChoiceControl
  /** Whether the price gets the focus once the source has answered: the first field to type in. */
  movesFocus: boolean
}

/** Above the form of a new product: the source's offer for its code. It fills fields that are empty, or that it filled itself. */
function OfferSection({ form, offerChoice, movesFocus }: OfferSectionProps) {
  const { t } = useTranslation()
  const { data, isFetching, isError } = useOffer(form.values.ean13.replaceAll(/\s/g, ''))
  const filled = useRef<Partial<Record<(typeof FILLED_FIELDS)[number], string>>>({})
  const offer = data?.offer ?? undefined
  const choose = (parts: readonly OfferPart[]) => {
    const offered = offer ? toFormValues(offer, parts) : undefined
    for (const name of FILLED_FIELDS) {
      const value = offered?.[name] ?? ''
      if (form.values[name] !== '' && form.values[name] !== filled.current[name]) continue
      filled.current[name] = value
      if (form.values[name] === value) continue
      form.set(name, value)
      if (name === 'content_quantity') form.set('content_unit', value === '' ? '' : (offer?.content?.unit ?? ''))
    }
    offerChoice.setChoice(before => ({ ...before, offer, parts }))
  }
  const arrive = useEffectEvent((offeredCode: string) => {
    // Parts of which something was left out are not preselected: the admin decides.
    choose(offer?.complete ?? [])
    offerChoice.setChoice(before => ({ ...before, kind: offer ? 'prepacked' : '' }))
    if (movesFocus && offeredCode !== '') document.getElementsByName('price')[0]?.focus()
  })
  const state = isError ? 'failed' : (data?.state ?? '')
  const answer = state && `${state} ${offer?.code ?? ''}`
  useEffect(() => arrive(answer), [answer])
  if (isFetching && !data) return <Box role="status">{t('productOffer.fetching')}</Box>
  if (offer) return <OfferParts offer={offer} choice={offerChoice} onChoose={choose} />
  if (state === 'unknown' || state === 'busy' || state === 'slow' || state === 'failed')
    return (
      <Panel tone="attention">
        <Box role="status">{t(`productOffer.states.${state}`)}</Box>
      </Panel>
    )
  return null
}
