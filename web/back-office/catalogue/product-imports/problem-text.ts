import type { Translate } from '#web/kit/i18n/translate.ts'
import type { ImportRow } from '#contract/catalogue/product-imports.ts'
import { fieldLabel } from './field-label.ts'

type Problem = ImportRow['problems'][number]

/** What is wrong, with the cell's column and what stands in it. */
export function problemText(told: Problem, t: Translate): string {
  const label = fieldLabel(told.field)
  const problem = wordsOf(told, t)
  if (label === undefined) return problem
  // What comes with it are the events' names, not what stands in the cell.
  if (told.problem === 'inEvent') return t('productImport.problem', { field: label, problem })
  return told.value === undefined
    ? t('productImport.problem', { field: label, problem })
    : t('productImport.problemValue', { field: label, value: told.value, problem })
}

function wordsOf({ field, problem, count, row, value }: Problem, t: Translate): string {
  if (problem === 'inEvent') return t('productForm.problems.inEvent', { count: 0, value: value ?? '' })
  if (problem === 'tooLong' && count === undefined) return t('productImport.problems.tooLongOrOdd')
  if (problem === 'unknown' && field === 'id') return t('productImport.problems.unknownId')
  if (problem === 'unknown' && field === 'supplier_id') return t('productImport.problems.unknownSupplier')
  if (problem === 'unknown' && field === 'vat_class_id') return t('productImport.problems.unknownVat')
  if (problem === 'unknown' && field === 'offered_in') return t('productImport.problems.unknownStore')
  if (problem === 'ambiguous' && field.startsWith('names.')) return t('productImport.problems.ambiguousName')
  return t(`productImport.problems.${problem}`, { count: count ?? 0, row: String(row ?? '') })
}
