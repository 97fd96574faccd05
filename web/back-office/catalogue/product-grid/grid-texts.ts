import { CAMPAIGN_OBSTACLES } from '#domain/catalogue/bulk-campaign.ts'
import { type CellContext, GRID_COLUMNS, type GridColumn } from '#domain/catalogue/grid/grid-cells.ts'
import { PLAN_PROBLEMS } from '#domain/catalogue/price-plan.ts'
import { FIELD_PROBLEMS } from '#domain/catalogue/product-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

/** A problem that the server found, as a sentence. */
export function serverProblemText(problem: string, t: Translate): string {
  const obstacle = CAMPAIGN_OBSTACLES.find(each => each === problem)
  if (obstacle) return t(`bulkEdit.obstacles.${obstacle}`)
  const planProblem = PLAN_PROBLEMS.find(each => each === problem)
  if (planProblem) return t(`pricePlans.problems.${planProblem}`)
  const formProblem = FIELD_PROBLEMS.find(each => each === problem)
  return formProblem ? t(`productForm.problems.${formProblem}`, { count: 0, value: '' }) : problem
}

/** What a choice can be. */
export function choicesIn(column: GridColumn, { groups, vatClasses, yes, no }: CellContext, t: Translate) {
  if (column === 'group_id') return [{ value: '', label: t('products.noGroup') }, ...groups.map(toOption)]
  if (column === 'vat_class_id') return vatClasses.map(toOption)
  if (column === 'enabled' || column === 'offered') return [yes, no].map(name => toOption({ name }))
  return undefined
}

const toOption = ({ name }: { name: string }) => ({ value: name, label: name })

/** `offered` applies to one store. */
export const columnsFor = (hasStore: boolean): readonly GridColumn[] =>
  GRID_COLUMNS.filter(column => hasStore || column !== 'offered')
