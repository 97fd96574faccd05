import type { Store } from '#contract/stores/stores.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import { Distance } from './distance.tsx'
import { OpeningPill } from './opening-pill.tsx'
import css from './stores.module.css'

type StoreListProps = {
  stores: readonly Store[]
  distances: ReadonlyMap<number, number>
  /** The store that the shopper is in, and the chosen one. */
  nearId: number | undefined
  activeId: number | undefined
  onChoose: (store: Store) => void
  disabled: boolean
}

/** One press chooses a store. */
export function StoreList({ stores, distances, nearId, activeId, onChoose, disabled }: StoreListProps) {
  const { t } = useTranslation()
  return (
    <ul className={css.list}>
      {stores.map(store => (
        <li key={store.id}>
          <button
            type="button"
            onClick={() => onChoose(store)}
            disabled={disabled}
            className={joinClasses(css.choice, store.id === nearId && css.here)}
          >
            <Text as="span" variant="h3" className={css.name}>
              {store.name}
            </Text>
            <Distance metres={distances.get(store.id)} />
            <Text as="span" soft className={css.address}>
              {store.address}
            </Text>
            <span className={css.opening}>
              <OpeningPill store={store} />
              {store.id === nearId && <StatusPill tone="attention">{t('home.nearest')}</StatusPill>}
              {store.id === activeId && <StatusPill tone="closed">{t('home.yourStore')}</StatusPill>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const NEAR_METRES = 200

type ListOrder = { distances: ReadonlyMap<number, number>; lastUsedId: number | undefined }
type SortableStore = Pick<Store, 'id' | 'name'>

/** The nearest first; without distances the last used one first and the rest by name. */
export function sortStores<S extends SortableStore>(stores: readonly S[], { distances, lastUsedId }: ListOrder): S[] {
  const place = ({ id }: S) => distances.get(id) ?? (distances.size === 0 && id === lastUsedId ? -1 : Infinity)
  return stores.toSorted((a, b) => {
    const [placeA, placeB] = [place(a), place(b)]
    return placeA === placeB ? byFinnishName(a, b) : placeA - placeB
  })
}

/** The store that the shopper is in, as far as a phone can detect: the only one within 200 m. */
export function onlyStoreNear<S extends SortableStore>(
  stores: readonly S[],
  distances: ReadonlyMap<number, number>,
): S | undefined {
  const near = stores.filter(({ id }) => (distances.get(id) ?? Infinity) <= NEAR_METRES)
  return near.length === 1 ? near[0] : undefined
}
