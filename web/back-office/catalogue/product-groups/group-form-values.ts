import type { ProductGroup } from '#contract/catalogue/product-groups.ts'
import { GROUP_FIELDS, isAccount, LONGEST_GROUP_NAME } from '#domain/catalogue/group-fields.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { brokenWholes, newTypedRecord, recordIn, type TypedRecord, typedRecord } from '#web/kit/forms/record-fields.ts'
import { FORM_LANGUAGES } from '#web/kit/forms/texts.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

type Names = { [Field in `names.${(typeof FORM_LANGUAGES)[number]}`]: string }
/** A group as typed. */
export type GroupFormValues = Names & TypedRecord<typeof GROUP_FIELDS>

export const newGroupValues = (): GroupFormValues => ({
  'names.fi': '',
  'names.sv': '',
  'names.en': '',
  ...newTypedRecord(GROUP_FIELDS),
})

export const groupValuesOf = ({ names, ...group }: ProductGroup): GroupFormValues => ({
  'names.fi': names.fi,
  'names.sv': names.sv,
  'names.en': names.en,
  ...typedRecord(GROUP_FIELDS, group),
})

/** In the contract's shape. Invalid numbers are NaN: check the problems first. */
export const groupIn = (typed: GroupFormValues) => ({
  names: { fi: typed['names.fi'].trim(), sv: typed['names.sv'].trim(), en: typed['names.en'].trim() },
  ...recordIn(GROUP_FIELDS, typed),
})

/** The problems that the browser can detect. */
export function groupProblems(typed: GroupFormValues, t: Translate): FormProblem[] {
  const { names, sales_account: account } = groupIn(typed)
  return [
    ...(FORM_LANGUAGES.some(code => names[code] !== '') ? [] : [{ field: 'names.fi', text: t('form.requiredField') }]),
    ...FORM_LANGUAGES.filter(code => names[code].length > LONGEST_GROUP_NAME).map(code => ({
      field: `names.${code}`,
      text: t('form.maxLength', { count: LONGEST_GROUP_NAME }),
    })),
    ...brokenWholes(GROUP_FIELDS, typed).map(({ field }) => ({ field, text: t('groups.problems.sort_order') })),
    ...(account === null || isAccount(account)
      ? []
      : [{ field: 'sales_account', text: t('groups.problems.sales_account') }]),
  ]
}
