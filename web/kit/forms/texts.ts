/** In the form's order: the shop's own language first. */
export const FORM_LANGUAGES = ['fi', 'sv', 'en'] as const

export type FormLanguage = (typeof FORM_LANGUAGES)[number]
type InLanguages = Record<FormLanguage, string>

/** Each language's own name, as in the language picker. */
export const LANGUAGE_NAMES: InLanguages = { fi: 'Suomi', sv: 'Svenska', en: 'English' }

/** Names and descriptions as typed, by language. */
export type TypedTexts = { [Field in `${'names' | 'descriptions'}.${FormLanguage}`]: string }

/** Their labels are the texts productForm.<field>. */
export const TEXT_FIELDS = [
  'names.fi',
  'names.sv',
  'names.en',
  'descriptions.fi',
  'descriptions.sv',
  'descriptions.en',
] as const satisfies readonly (keyof TypedTexts)[]

type LanguageTexts = {
  names: InLanguages
  descriptions: InLanguages
}

export const typedTexts = ({ names, descriptions }: LanguageTexts): TypedTexts => ({
  'names.fi': names.fi,
  'names.sv': names.sv,
  'names.en': names.en,
  'descriptions.fi': descriptions.fi,
  'descriptions.sv': descriptions.sv,
  'descriptions.en': descriptions.en,
})

const EMPTY_TEXTS = { fi: '', sv: '', en: '' }
export const NO_TEXTS: TypedTexts = typedTexts({ names: EMPTY_TEXTS, descriptions: EMPTY_TEXTS })

/** In the contract's shape. */
export const textsIn = (draft: TypedTexts): LanguageTexts => ({
  names: { fi: draft['names.fi'], sv: draft['names.sv'], en: draft['names.en'] },
  descriptions: { fi: draft['descriptions.fi'], sv: draft['descriptions.sv'], en: draft['descriptions.en'] },
})
