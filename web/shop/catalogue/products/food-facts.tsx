import { useQuery, queryOptions } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { type ShownFood, foodInformation, productFood } from '#contract/catalogue/food-information.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { emphasisedParts, type Nutrition } from '#domain/catalogue/food-information.ts'
import { dayText } from '#domain/format/day-text.ts'
import { numberText } from '#domain/format/number-text.ts'
import { eraseStored, readStored, storedKeys, writeStored } from '#web/kit/api/browser-storage.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { ANSWER_PREFIX } from '#web/kit/api/stored-values.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { allergenNames } from '#web/shop/catalogue/allergens/allergen-warning.ts'
import css from './products.module.css'

/** The food information of a product; renders nothing for other goods. */
export function FoodFacts({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(foodQuery(product.id))
  if (!data) {
    if (!error) return null
    return (
      <div role="status">
        <Text soft>{t('food.notLoaded')}</Text>
        <SecondaryButton small onClick={() => void refetch()}>
          {t('common.retry')}
        </SecondaryButton>
      </div>
    )
  }
  return data.kind === 'not_food' ? null : <FoodSections food={data} />
}

/** The information, in the order of a label. */
export function FoodSections({ food }: { food: ShownFood }) {
  const { t } = useTranslation()
  const isKnown = food.kind !== null || food.labels.length > 0 || food.sources.length > 0
  return (
    <section aria-label={t('food.title')} className={css.food}>
      {!isKnown && <Text soft>{t('food.unknown')}</Text>}
      <dl className={css.foodTexts}>
        <NamedFact name={t('food.ingredients')} value={food.ingredients} />
        <NamedFact name={t('food.allergens')} value={<AllergenTexts food={food} />} />
        <NamedFact name={t('food.netQuantity')} value={food.net_quantity} />
        <NamedFact name={t('food.storage')} value={food.storage} />
        <NamedFact name={t('food.origin')} value={food.origin} />
        <NamedFact name={t('food.business')} value={food.business} />
        <NamedFact
          name={t('food.alcohol')}
          value={
            food.alcohol_percent !== null && t('food.alcoholPercent', { percent: numberText(food.alcohol_percent) })
          }
        />
      </dl>
      {food.nutrition && <NutritionTable nutrition={food.nutrition} />}
      <FoodLabels labels={food.labels} />
      <Text variant="caption" soft>
        {[
          food.updated_on !== null && t('food.updated', { day: dayText(food.updated_on) }),
          food.sources.includes('open_food_facts') && t('food.openFoodFacts'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </section>
  )
}

/** A text in one language, whose allergens are emphasised, or content of its own; nothing without a value. */
function NamedFact({ name, value }: { name: string; value: ShownFood['ingredients'] | ReactNode }) {
  if (value === null || value === '' || value === false) return null
  const isText = typeof value === 'object' && 'language' in value
  return (
    <div>
      <dt>{name}</dt>
      <dd lang={isText ? value.language : undefined}>
        {isText
          ? emphasisedParts(value.text).map((part, index) =>
              part.isEmphasised ? (
                <strong key={index}>{part.text}</strong>
              ) : (
                <Fragment key={index}>{part.text}</Fragment>
              ),
            )
          : value}
      </dd>
    </div>
  )
}

function AllergenTexts({ food: { allergens } }: { food: ShownFood }) {
  const { t } = useTranslation()
  if (!allergens) return t('food.allergensUnknown')
  const { contains, may_contain: possible } = allergens
  if (contains.length + possible.length === 0) return t('food.noneDeclared')
  return (
    <>
      {contains.length > 0 && (
        <strong className={css.foodLine}>{t('food.contains', { allergens: allergenNames(contains, t) })}</strong>
      )}
      {possible.length > 0 && (
        <span className={css.foodLine}>{t('food.mayContain', { allergens: allergenNames(possible, t) })}</span>
      )}
    </>
  )
}

const GRAM_NUTRIENTS = ['fat', 'saturates', 'carbohydrate', 'sugars', 'protein', 'salt'] as const

function NutritionTable({ nutrition }: { nutrition: Nutrition }) {
  const { t } = useTranslation()
  const amount = nutrition.per === '100g' ? '100\u00a0g' : '100\u00a0ml'
  const energy = `${numberText(nutrition.energy_kj)}\u00a0kJ / ${numberText(nutrition.energy_kcal)}\u00a0kcal`
  return (
    <table className={css.nutrition}>
      <caption>{t('food.nutritionPer', { amount })}</caption>
      <tbody>
        <tr>
          <th scope="row">{t('food.nutrients.energy')}</th>
          <td>{energy}</td>
        </tr>
        {GRAM_NUTRIENTS.map(name => (
          <tr key={name}>
            <th scope="row">{t(`food.nutrients.${name}`)}</th>
            <td>{`${numberText(nutrition[name])}\u00a0g`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const LANGUAGE_NAMES = { fi: 'suomi', sv: 'svenska', en: 'English' } as const

/** The photographs of the label, each a link to its largest file, where small print can be read. */
function FoodLabels({ labels }: Pick<ShownFood, 'labels'>) {
  const { t } = useTranslation()
  return labels.map(({ files, languages, width, height }) => {
    const max = files.at(-1)?.url
    return (
      <a key={max} href={max} target="_blank" rel="noreferrer" className={css.label}>
        <img
          src={max}
          srcSet={files.map(file => `${file.url} ${file.width}w`).join(', ')}
          sizes="(min-width: 600px) 528px, 92vw"
          alt={t('food.labelPhoto', { languages: languages.map(language => LANGUAGE_NAMES[language]).join(', ') })}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      </a>
    )
  })
}

/** Food information that was loaded once is kept, to read without a network. A full storage drops it first. */
const STORED_PREFIX = `${ANSWER_PREFIX}food-`
const MAX_STORED = 50

function storedFood(productId: number): ShownFood | undefined {
  try {
    return productFood.safeParse(JSON.parse(readStored(STORED_PREFIX + productId) ?? 'null')).data
  } catch {
    return undefined
  }
}

function storeFood(food: ShownFood): void {
  const elementId = STORED_PREFIX + food.product_id
  writeStored(elementId, JSON.stringify(food), 'answer')
  const others = storedKeys(STORED_PREFIX).filter(key => key !== elementId)
  for (const key of others.slice(0, Math.max(0, others.length + 1 - MAX_STORED))) eraseStored(key)
}

/** The food information of a product. The sheet shows its errors itself. */
const foodQuery = (productId: number) =>
  queryOptions({
    queryKey: queryKey(foodInformation.get, { params: { id: productId } }),
    queryFn: async ({ signal }) => {
      const food = await callApi(foodInformation.get, { params: { id: productId }, signal })
      storeFood(food)
      return food
    },
    initialData: () => storedFood(productId),
    // What is kept is shown at once, and refetched at once.
    initialDataUpdatedAt: 0,
    meta: { isBackground: true, handlesOwnError: true },
  })
