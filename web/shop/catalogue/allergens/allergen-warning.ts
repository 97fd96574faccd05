import type { Product } from '#contract/catalogue/products.ts'
import { ALLERGENS } from '#domain/catalogue/food-information.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { readAllergens } from './my-allergens.ts'

export const myAllergens = (): string[] => readAllergens()?.split(',') ?? []

type AllergenWarning = { strength: 'contains' | 'mayContain' | 'unknown'; text: string }

/** Names of allergens, as in "milk, eggs". One of a later version has no name here. */
export const allergenNames = (names: readonly string[], t: Translate): string =>
  names
    .map(name => {
      const allergen = ALLERGENS.find(each => each === name)
      return allergen ? t(`food.allergenNames.${allergen}`) : name
    })
    .join(', ')

/**
 * The warnings of a product about the allergens that the shopper avoids: none if it is known to contain none of them, and always
 * one if its allergens are not known.
 */
export function allergenWarnings({ allergens }: Pick<Product, 'allergens'>, t: Translate): AllergenWarning[] {
  const ownAllergens = myAllergens()
  if (ownAllergens.length === 0) return []
  if (!allergens) return [{ strength: 'unknown', text: t('food.pillUnknown') }]
  const contained = ownAllergens.filter(name => allergens.contains.includes(name))
  const possible = ownAllergens.filter(name => allergens.may_contain.includes(name))
  return [
    ...(contained.length > 0
      ? [{ strength: 'contains' as const, text: t('food.contains', { allergens: allergenNames(contained, t) }) }]
      : []),
    ...(possible.length > 0
      ? [{ strength: 'mayContain' as const, text: t('food.mayContain', { allergens: allergenNames(possible, t) }) }]
      : []),
  ]
}
