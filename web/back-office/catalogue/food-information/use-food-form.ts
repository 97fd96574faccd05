import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AdminFood, foodInformation } from '#contract/catalogue/food-information.ts'
import { ALLERGENS, FOOD_LANGUAGES, FOOD_NAMES } from '#domain/catalogue/food-information.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { foodFormProblems, type FoodFormValues, toFoodInput, toFoodValues } from './food-form-values.ts'

const toFormState = (food: AdminFood) => ({ values: toFoodValues(food), revision: food.revision })

export function useFoodForm(productId: number, food: AdminFood) {
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
    read: toFormState,
    onSaved: saved =>
      cache.setQueryData(queryKey(foodInformation.getForAdmin, { params: { id: String(productId) } }), saved),
  })
}

/** The fields whose labels are the texts foodForm.fields.<name>. */
export const FOOD_FORM_FIELDS = [...FOOD_NAMES, 'no_allergens', 'source'] as const

export type FoodFormControl = ReturnType<typeof useFoodForm>

/** The name of a field, for the summary of problems and for changes by two admins. */
export function useFoodLabels() {
  const { t } = useTranslation()
  return (field: string): string => {
    const [name = '', part = ''] = field.split('.')
    const allergen = name === 'allergen' && ALLERGENS.find(each => each === part)
    if (allergen) return t(`food.allergenNames.${allergen}`)
    const language = FOOD_LANGUAGES.find(each => each === part)
    const formField = FOOD_FORM_FIELDS.find(each => each === name)
    const label = formField ? t(`foodForm.fields.${formField}`) : field
    return language ? t(`foodForm.textIn.${language}`, { text: label }) : label
  }
}
