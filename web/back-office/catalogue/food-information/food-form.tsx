import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { type AdminFood, foodInformation } from '#contract/catalogue/food-information.ts'
import {
  ALLERGENS,
  FOOD_KINDS,
  FOOD_LANGUAGES,
  FOOD_NAMES,
  FOOD_TEXTS,
  type FoodField,
  type FoodLanguage,
  NUTRIENTS,
} from '#domain/catalogue/food-information.ts'
import { dayText } from '#domain/format/day-text.ts'
import { ImageEditor } from '#web/back-office/catalogue/product-images/image-editor.tsx'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { GuideLink } from '#web/back-office/kit/guide-link.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey, queryFor } from '#web/kit/api/query-of.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { LanguageTabs } from '#web/kit/forms/language-tabs.tsx'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { foodFormProblems, type FoodFormValues, toFoodInput, toFoodValues, TYPED_SOURCES } from './food-form-values.ts'
import { MissingFood } from './food-panel.tsx'
import { LabelPhotos } from './label-photos.tsx'

type FoodPartProps = { product: AdminProduct; name: string }

/** The form of a product's food information. */
export function FoodPart({ product, name }: FoodPartProps) {
  const { data } = useQuery(queryFor(foodInformation.getForAdmin, { params: { id: String(product.id) } }))
  return data ? <FoodForm product={product} name={name} food={data} /> : <RecordLoading />
}

const read = (food: AdminFood) => ({ values: toFoodValues(food), revision: food.revision })

function useFoodForm(productId: number, food: AdminFood) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo(() => toFoodValues(food), [food])
  return useRecordForm<FoodFormValues, AdminFood>({
    values,
    revision: food.revision,
    check: typed =>
      foodFormProblems(typed).map(({ field, problem, ...limits }) => ({
        field,
        text: t(`foodForm.problems.${problem}`, limits),
      })),
    save: (typed, revision = 0) =>
      callApi(foodInformation.update, {
        params: { id: productId },
        body: { ...toFoodInput(typed), source: typed.source, revision },
      }),
    read,
    onSaved: saved =>
      cache.setQueryData(queryKey(foodInformation.getForAdmin, { params: { id: String(productId) } }), saved),
  })
}
/** The fields whose labels are the texts foodForm.fields.<name>. */
export const FOOD_FORM_FIELDS = [...FOOD_NAMES, 'no_allergens', 'source'] as const

type FoodFormControl = ReturnType<typeof useFoodForm>
type FieldsProps = { form: FoodFormControl; food: AdminFood }

function FoodForm({ product, name, food }: FoodPartProps & { food: AdminFood }) {
  const { t } = useTranslation()
  const form = useFoodForm(product.id, food)
  const getLabel = useFoodLabels()
  return (
    <RecordFormFrame
      title={t('foodForm.title', { name })}
      form={form}
      getLabel={getLabel}
      record={{ kind: 'product', id: product.id }}
      aside={
        <Button variant="outlined" component={Link} to={`${PATHS.products}/${product.id}/edit`}>
          {t('foodForm.back')}
        </Button>
      }
      side={
        <>
          <ImageEditor productId={product.id} images={product.images} />
          <LabelPhotos productId={product.id} images={product.images} />
          <RecordAuditLog kind="product" id={product.id} revision={food.revision} />
        </>
      }
    >
      <MissingFood missing={food.missing} />
      <GuideLink page="products" at="food-information">
        {t('guide.food')}
      </GuideLink>
      <KindFields form={form} food={food} />
      <AllergenFields form={form} food={food} />
      <ContentFields form={form} food={food} />
      <PackageFields form={form} food={food} />
      <NutritionFields form={form} food={food} />
    </RecordFormFrame>
  )
}

/** The name of a field, for the summary of problems and for changes by two admins. */
function useFoodLabels() {
  const { t } = useTranslation()
  return (field: string): string => {
    const [name = '', part = ''] = field.split('.')
    const allergen = name === 'allergen' && ALLERGENS.find(each => each === part)
    if (allergen) return t(`food.allergenNames.${allergen}`)
    const language = FOOD_LANGUAGES.find(each => each === part)
    const known = FOOD_FORM_FIELDS.find(each => each === name)
    const label = known ? t(`foodForm.fields.${known}`) : field
    return language ? t(`foodForm.textIn.${language}`, { text: label }) : label
  }
}

/** Where a field's saved value is from, as its hint. */
function useSourceHint({ sources }: AdminFood) {
  const { t } = useTranslation()
  return (field: FoodField, hint?: string): { hint?: string } => {
    const origin = sources[field]
    const from =
      origin && t('foodForm.from', { source: t(`foodForm.sources.${origin.source}`), day: dayText(origin.on) })
    const text = [hint, from].filter(Boolean).join(' · ')
    return text === '' ? {} : { hint: text }
  }
}

function KindFields({ form, food }: FieldsProps) {
  const { t } = useTranslation()
  const getHint = useSourceHint(food)
  return (
    <FormSection title={t('foodForm.what')} lead={t('foodForm.whatLead')}>
      <Wide>
        <SelectInput
          label={t('foodForm.fields.kind')}
          placeholder={t('foodForm.choose')}
          options={FOOD_KINDS.map(value => ({ value, label: t(`foodForm.kinds.${value}`) }))}
          {...getHint('kind')}
          {...form.field('kind')}
        />
      </Wide>
      <Wide>
        <SelectInput
          label={t('foodForm.fields.source')}
          options={TYPED_SOURCES.map(value => ({ value, label: t(`foodForm.sources.${value}`) }))}
          {...form.field('source')}
        />
      </Wide>
    </FormSection>
  )
}

function AllergenFields({ form, food }: FieldsProps) {
  const { t } = useTranslation()
  const getHint = useSourceHint(food)
  const isChosen = ALLERGENS.some(allergen => form.values[`allergen.${allergen}`] !== '')
  const options = [
    { value: '', label: t('foodForm.no') },
    { value: 'contains', label: t('foodForm.contains') },
    { value: 'may_contain', label: t('foodForm.mayContain') },
  ] as const
  return (
    <FormSection title={t('foodForm.fields.allergens')} lead={t('foodForm.allergensLead')}>
      {ALLERGENS.map(allergen => (
        <Capitalised key={allergen}>
          <SelectInput
            label={t(`food.allergenNames.${allergen}`)}
            options={options}
            {...form.field(`allergen.${allergen}`)}
          />
        </Capitalised>
      ))}
      <Wide>
        <CheckInput
          label={t('foodForm.fields.no_allergens')}
          disabled={isChosen}
          {...getHint('allergens')}
          {...form.check('no_allergens')}
        />
      </Wide>
    </FormSection>
  )
}

/** Allergens are named inside of sentences too, so their names begin in lower case. */
const Capitalised = ({ children }: { children: ReactNode }) => (
  <Box sx={{ '& label': { display: 'inline-block' }, '& label::first-letter': { textTransform: 'uppercase' } }}>
    {children}
  </Box>
)

function ContentFields({ form, food }: FieldsProps) {
  const { t } = useTranslation()
  const getHint = useSourceHint(food)
  const isMissing = (text: (typeof FOOD_TEXTS)[number], language: FoodLanguage) =>
    form.values[`${text}.${language}`].trim() === '' &&
    food.missing.some(({ part, languages }) => part === text && languages.includes(language))
  return (
    <FormSection title={t('foodForm.texts')} lead={t('foodForm.textsLead')}>
      <LanguageTabs
        form={form}
        getFields={language => FOOD_TEXTS.map(text => `${text}.${language}`)}
        isMissing={language => FOOD_TEXTS.some(text => isMissing(text, language))}
      >
        {language =>
          FOOD_TEXTS.map(text => (
            <TextArea
              key={text}
              label={t(`foodForm.textIn.${language}`, { text: t(`foodForm.fields.${text}`) })}
              lang={language}
              rows={text === 'ingredients' ? 3 : 1}
              {...getHint(`${text}.${language}`)}
              {...form.field(`${text}.${language}`)}
            />
          ))
        }
      </LanguageTabs>
    </FormSection>
  )
}

function PackageFields({ form, food }: FieldsProps) {
  const { t } = useTranslation()
  const getHint = useSourceHint(food)
  return (
    <FormSection title={t('foodForm.package')}>
      <TextInput
        label={t('foodForm.fields.net_quantity')}
        autoComplete="off"
        {...getHint('net_quantity', t('foodForm.netQuantityHint'))}
        {...form.field('net_quantity')}
      />
      <TextInput
        label={t('foodForm.fields.alcohol_percent')}
        inputMode="decimal"
        autoComplete="off"
        {...getHint('alcohol_percent')}
        {...form.field('alcohol_percent')}
      />
      <Wide>
        <TextInput
          label={t('foodForm.fields.business')}
          autoComplete="off"
          {...getHint('business')}
          {...form.field('business')}
        />
      </Wide>
    </FormSection>
  )
}

function NutritionFields({ form, food }: FieldsProps) {
  const { t } = useTranslation()
  const getHint = useSourceHint(food)
  return (
    <FormSection title={t('foodForm.fields.nutrition')}>
      <SelectInput
        label={t('foodForm.fields.per')}
        options={[
          { value: '100g', label: '100 g' },
          { value: '100ml', label: '100 ml' },
        ]}
        {...getHint('nutrition')}
        {...form.field('per')}
      />
      <Box sx={{ display: { xs: 'none', sm: 'block' } }} />
      {NUTRIENTS.map(name => (
        <TextInput
          key={name}
          label={t(`foodForm.fields.${name}`)}
          inputMode="decimal"
          autoComplete="off"
          {...form.field(name)}
        />
      ))}
      <Wide>
        <CheckInput
          label={t('foodForm.fields.nutrition_exempt')}
          hint={t('foodForm.exemptHint')}
          {...form.check('nutrition_exempt')}
        />
      </Wide>
    </FormSection>
  )
}
