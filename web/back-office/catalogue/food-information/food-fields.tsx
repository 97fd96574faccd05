import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { AdminFood } from '#contract/catalogue/food-information.ts'
import {
  ALLERGENS,
  FOOD_KINDS,
  FOOD_TEXTS,
  type FoodField,
  type FoodLanguage,
  NUTRIENTS,
} from '#domain/catalogue/food-information.ts'
import { dayText } from '#domain/format/day-text.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { LanguageTabs } from '#web/kit/forms/language-tabs.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { TYPED_SOURCES } from './food-form-values.ts'
import type { FoodFormControl } from './use-food-form.ts'

type FieldsProps = { form: FoodFormControl; food: AdminFood }

/** Where a field's saved value is from, as its hint. */
function useSourceHint({ sources }: AdminFood) {
  const { t } = useTranslation()
  return (field: FoodField, hint?: string): { hint?: string } => {
    const origin = sources[field]
    const from =
      origin && t('foodForm.from', { source: t(`foodForm.sources.${origin.source}`), day: dayText(origin.recorded_on) })
    const text = [hint, from].filter(Boolean).join(' · ')
    return text === '' ? {} : { hint: text }
  }
}

export function KindFields({ form, food }: FieldsProps) {
  const { t } = useTranslation()
  const getHint = useSourceHint(food)
  return (
    <FormSection title={t('foodForm.what')} lead={t('foodForm.whatLead')}>
      <WideField>
        <SelectInput
          label={t('foodForm.fields.kind')}
          placeholder={t('foodForm.choose')}
          options={FOOD_KINDS.map(value => ({ value, label: t(`foodForm.kinds.${value}`) }))}
          {...getHint('kind')}
          {...form.field('kind')}
        />
      </WideField>
      <WideField>
        <SelectInput
          label={t('foodForm.fields.source')}
          options={TYPED_SOURCES.map(value => ({ value, label: t(`foodForm.sources.${value}`) }))}
          {...form.field('source')}
        />
      </WideField>
    </FormSection>
  )
}

export function AllergenFields({ form, food }: FieldsProps) {
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
        <CapitalisedText key={allergen}>
          <SelectInput
            label={t(`food.allergenNames.${allergen}`)}
            options={options}
            {...form.field(`allergen.${allergen}`)}
          />
        </CapitalisedText>
      ))}
      <WideField>
        <CheckInput
          label={t('foodForm.fields.no_allergens')}
          disabled={isChosen}
          {...getHint('allergens')}
          {...form.check('no_allergens')}
        />
      </WideField>
    </FormSection>
  )
}

/** Allergens are named inside of sentences too, so their names begin in lower case. */
const CapitalisedText = ({ children }: { children: ReactNode }) => (
  <Box sx={{ '& label': { display: 'inline-block' }, '& label::first-letter': { textTransform: 'uppercase' } }}>
    {children}
  </Box>
)

export function ContentFields({ form, food }: FieldsProps) {
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

export function PackageFields({ form, food }: FieldsProps) {
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
      <WideField>
        <TextInput
          label={t('foodForm.fields.business')}
          autoComplete="off"
          {...getHint('business')}
          {...form.field('business')}
        />
      </WideField>
    </FormSection>
  )
}

export function NutritionFields({ form, food }: FieldsProps) {
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
      <WideField>
        <CheckInput
          label={t('foodForm.fields.nutrition_exempt')}
          hint={t('foodForm.exemptHint')}
          {...form.check('nutrition_exempt')}
        />
      </WideField>
    </FormSection>
  )
}
