import type { Product } from '#contract/catalogue/products.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import css from './group-chips.module.css'

type ProductGroup = NonNullable<Product['group']>

/** The groups of some products, in the shopkeeper's order. */
export function listGroups(products: readonly Pick<Product, 'group'>[]): ProductGroup[] {
  const byId = new Map(products.flatMap(({ group }) => (group ? [[group.id, group] as const] : [])))
  return [...byId.values()].toSorted((a, b) => a.sort_order - b.sort_order || byFinnishName(a, b))
}

const ALL_GROUPS = 'all'

type GroupChipsProps = {
  products: readonly Product[]
  /** The id of the chosen group; 0: the products without one; undefined: all products. */
  chosen: number | undefined
  onChoose: (group: number | undefined) => void
}

/** Shows the products of one group of the shelf: chosen in a field on a phone, else by buttons. Loaded only in a shop that uses groups. */
export function GroupChips({ products, chosen, onChoose }: GroupChipsProps) {
  const { t } = useTranslation()
  const hasOthers = products.some(({ group }) => !group)
  const chips = [
    { id: undefined, name: t('home.allGroups') },
    ...listGroups(products),
    ...(hasOthers ? [{ id: 0, name: t('home.otherGroup') }] : []),
  ]
  const parseId = (value: string) => (value === ALL_GROUPS ? undefined : Number(value))
  return (
    <>
      <div className={css.field}>
        <SelectInput
          label={t('home.groups')}
          value={String(chosen ?? ALL_GROUPS)}
          options={chips.map(({ id, name }) => ({ value: String(id ?? ALL_GROUPS), label: name }))}
          onChange={value => onChoose(parseId(value))}
        />
      </div>
      <div role="group" aria-label={t('home.groups')} className={css.chips}>
        {chips.map(({ id, name }) => (
          <button
            key={id ?? ALL_GROUPS}
            type="button"
            aria-pressed={id === chosen}
            className={css.chip}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
      </div>
    </>
  )
}
