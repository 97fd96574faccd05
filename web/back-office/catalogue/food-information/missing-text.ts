import type { MissingFoodPart } from '#domain/catalogue/missing-food-information.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

const IN_A_LANGUAGE = ['name', 'ingredients', 'storage', 'origin']

/** What is missing of a food, in words: "ingredients (Swedish), allergens". */
export const missingFoodText = (missing: readonly MissingFoodPart[], t: Translate): string =>
  missing
    .map(({ part, languages }) => {
      const name = t(`foodForm.parts.${part}`)
      if (!IN_A_LANGUAGE.includes(part)) return name
      return t('foodForm.missingPart', {
        part: name,
        languages: languages.map(language => t(`foodForm.languages.${language}`)).join(', '),
      })
    })
    .join(', ')
