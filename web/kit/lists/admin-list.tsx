import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { ViewedList } from '#contract/administration/saved-views.ts'
import type { ListSums } from '#contract/lists.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SkipLink } from '#web/kit/shell/skip-link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { rememberList } from './back-to-list.tsx'
import type { FilterFields } from './day-fields.tsx'
import { toQuery, FilterButton, FilterChips, takingOff } from './filter-button.tsx'
import { ListCards, SortField } from './list-cards.tsx'
import { ListFailure } from './list-failure.tsx'
import { ColumnsMenu, ExportMenu, type ListExportEndpoints } from './list-menu.tsx'
import { ListSearch } from './list-search.tsx'
import { ListTable } from './list-table.tsx'
import type { ListColumn, ListFilter, ListSource, RowSelection } from './list-types.ts'
import { Pager } from './pager.tsx'
import { SavedViews, SaveView } from './saved-views.tsx'
import { SelectionBar, useSelection } from './selection-bar.tsx'
import { fetchRows, type ListedRows, useFreshRows } from './use-fresh-rows.ts'
import {
  isStoredCompact,
  type ListState,
  PAGE_SIZES,
  storeCompact,
  storeSize,
  useListState,
  withoutDefaults,
} from './use-list-state.ts'

/** Loads the page that the address specifies. The previous page is shown meanwhile. The screen shows a failure itself. */
function useListPage<Row>(source: ListSource<Row>, { query, page, size }: Pick<ListState, 'query' | 'page' | 'size'>) {
  const { endpoint, params = {}, refreshMs } = source
  const input = { params, query: { ...query, ...(page > 1 && { page }), ...(size !== PAGE_SIZES[0] && { size }) } }
  const list = useQuery({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => fetchRows(source, { ...input, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshMs?.(state.data?.items ?? []) ?? false,
    meta: { handlesOwnError: true },
  })
  const { rows, ...fresh } = useFreshRows({ source, input, page }, list.isPlaceholderData ? undefined : list.data)
  return { ...list, data: rows ?? list.data, fresh }
}

type NothingFoundProps = {
  onReset: () => void
  /** Further actions. */
  children?: ReactNode
}

/** The list has rows, but none that match. */
function NothingFound({ onReset, children }: NothingFoundProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('lists.nothingFound')}
      text={t('lists.nothingFoundText')}
      action={
        <Box sx={{ display: 'grid', gap: 1 }}>
          {children}
          <Button variant="outlined" onClick={onReset}>
            {t('lists.showAll')}
          </Button>
        </Box>
      }
    />
  )
}

type AdminListProps<Row> = {
  /** The label of the table for screen readers. */
  caption: string
  source: ListSource<Row>
  columns: readonly ListColumn<Row>[]
  /** The server's default sort order, used when the address has none. */
  defaultSort: string
  search?: string
  filters?: readonly ListFilter[]
  /** The number of rows, as text. */
  countText: (total: number, hasMore: boolean) => string
  /** Shown when the list has no rows at all. */
  empty: ReactNode
  /** The sums over all matching rows, as text beside their number. */
  sumsText?: ((sums: ListSums) => string) | undefined
  /** Further actions when a search finds nothing, besides showing all. */
  nothingFound?: ReactNode
  exports?: ListExportEndpoints
  /** Actions for selected rows; without it rows can't be selected. */
  bulk?: (selection: RowSelection, clear: () => void) => ReactNode
  /** An action for all rows of the list, on all its pages, without selecting them first. */
  forAll?: (all: RowSelection) => ReactNode
  /** Enables saved views of the list. */
  views?: ViewedList
  /** Among the filters, before those of `filters`. */
  filterFields?: FilterFields
  /** Beside the search, where there is room. */
  beside?: ReactNode
}

const bar = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' } as const

/** A list of the back office: searched, filtered, sorted and paged by the server, with its state in the address. */
export function AdminList<Row>(props: AdminListProps<Row>) {
  const {
    caption,
    source,
    columns,
    defaultSort,
    search,
    filters = [],
    countText,
    sumsText,
    empty,
    nothingFound,
    exports,
    bulk,
    forAll,
    filterFields,
    beside,
    views,
  } = props
  const { t } = useTranslation()
  const listId = useId()
  const state = useListState(filters.map(({ name }) => name))
  const { density, onCompact } = useDensity()
  const query = toQuery(state.query, filters)
  const { data, error, isPlaceholderData, refetch, fresh } = useListPage(source, { ...state, query })
  const picking = useSelection(query, data?.total ?? 0)
  const isPhone = !useWideScreen()
  const reset = () => state.change(withoutDefaults(state))
  const offered = filters.filter(({ place }) => place === undefined)
  const hasFilters = offered.length > 0 || filterFields !== undefined
  const hasSearch = search !== undefined || hasFilters
  const optional = columns.filter(column => column.optional !== undefined)
  const shownNames = state.columns ?? optional.filter(column => column.optional === 'shown').map(({ name }) => name)
  const shown = columns.filter(column => column.optional === undefined || shownNames.includes(column.name))
  const isNarrowed = state.q !== '' || Object.keys(state.filters).length > 0
  const rows = { rows: data?.items ?? [], columns: shown, source, picking: bulk && picking }
  const sorting = { sort: state.sort ?? defaultSort, onSort: (sort: string) => state.change({ sort }) }
  useLastPage(state, data && !isPlaceholderData ? data : undefined)
  const isWholePage = rows.rows.length > 0 && rows.rows.every(row => picking.has(source.getId(row)))
  return (
    <>
      {rows.rows.length > 0 && <SkipLink targetId={listId} label={t('lists.skip')} />}
      {views && <SavedViews list={views} state={state} />}
      <Box sx={bar}>
        {hasSearch && (
          <Box role="search" sx={{ ...bar, flex: search === undefined ? 'none' : { xs: '1 1 100%', md: '1 1 360px' } }}>
            {search !== undefined && (
              <ListSearch label={search} value={state.q} onChange={q => state.change({ q }, { replace: true })} />
            )}
            {hasFilters && (
              <FilterButton
                filters={offered}
                fields={filterFields}
                chosen={state.filters}
                counts={data?.counts}
                onChange={state.change}
              />
            )}
          </Box>
        )}
        {beside}
        <Box sx={{ ...bar, flex: '1 1 auto' }}>
          <FilterChips
            filters={filters.filter(({ place }) => place !== 'page')}
            chosen={state.filters}
            onRemove={name => state.change(takingOff(name, filters))}
          />
          {views && <SaveView list={views} state={state} />}
          <ListCount {...{ data, countText, sumsText, fresh, listId }} />
          {isPhone && rows.rows.length > 1 && <SortField {...sorting} columns={columns} defaultSort={defaultSort} />}
          {data && data.total > 0 && forAll?.({ kind: 'all', query, total: data.total })}
          {rows.rows.length > 0 && !isPhone && (
            <ColumnsMenu
              {...density}
              onCompact={onCompact}
              columns={optional}
              shown={shownNames}
              onChange={names => state.change({ columns: names.join(',') || '-' }, { replace: true })}
            />
          )}
          {exports && data && data.total > 0 && (
            <ExportMenu endpoints={exports} params={source.params ?? {}} query={query} />
          )}
        </Box>
      </Box>
      {error && !data && <ListFailure error={error} onRetry={() => void refetch()} onReset={reset} />}
      <Box
        id={listId}
        tabIndex={-1}
        aria-busy={data === undefined || isPlaceholderData}
        // Not wider than the page: a table that is wider scrolls in its frame.
        sx={{ opacity: isPlaceholderData ? 0.6 : 1, scrollMarginTop: 90, minWidth: 0 }}
      >
        {data &&
          rows.rows.length === 0 &&
          (isNarrowed || data.total > 0 ? <NothingFound onReset={reset}>{nothingFound}</NothingFound> : empty)}
        {rows.rows.length > 0 && isPhone && <ListCards {...rows} />}
        {rows.rows.length > 0 && !isPhone && <ListTable {...rows} {...sorting} {...density} caption={caption} />}
        {data === undefined && !error && <Box sx={{ color: 'text.secondary', py: 4 }}>{t('common.loading')}</Box>}
      </Box>
      {data && (
        <Pager
          page={state.page}
          total={data.total}
          more={data.has_more}
          size={state.size}
          onSize={size => {
            storeSize(size)
            state.change({ size: String(size) }, { replace: true })
          }}
        />
      )}
      {bulk && picking.selection && (
        <SelectionBar picking={picking} total={data?.total ?? 0} mayPickAll={isWholePage && !data?.has_more}>
          {bulk(picking.selection, picking.clear)}
        </SelectionBar>
      )}
    </>
  )
}

type ListCountProps = Pick<AdminListProps<never>, 'countText' | 'sumsText'> & {
  data: ListedRows<unknown> | undefined
  fresh: { waiting: number; displayNew: () => void }
  listId: string
}

/**
 * The number of rows and what they come to, and a button that brings in those that came meanwhile: the focus moves to the list, whose
 * rows then change.
 */
function ListCount({ data, countText, sumsText, fresh, listId }: ListCountProps) {
  const { t } = useTranslation()
  const sums = data?.sums && data.total > 0 ? (sumsText?.(data.sums) ?? '') : ''
  const displayNew = () => {
    document.getElementById(listId)?.focus({ preventScroll: true })
    fresh.displayNew()
  }
  return (
    <Box role="status" sx={{ color: 'text.secondary', mr: 'auto' }}>
      <span>{data && countText(data.total, data.has_more ?? false)}</span>
      {sums !== '' && <span>{` · ${sums}`}</span>}
      {fresh.waiting > 0 && (
        <Button size="small" variant="contained" onClick={displayNew} sx={{ ml: 1 }}>
          {t('lists.showNew', { count: fresh.waiting })}
        </Button>
      )}
    </Box>
  )
}

/** How high the rows are, on this device. */
function useDensity() {
  const [isCompact, setCompact] = useState(isStoredCompact)
  const onCompact = (chosen: boolean) => {
    storeCompact(chosen)
    setCompact(chosen)
  }
  return { density: { isCompact }, onCompact }
}

/** A page after the last one, as an old link may name it, becomes the last one. Records lead back to the list as it is now. */
function useLastPage({ page, size, change }: ListState, data: ListedRows<unknown> | undefined): void {
  const { pathname, search } = useLocation()
  useEffect(() => rememberList(pathname, search), [pathname, search])
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / size))
  const isPast = data !== undefined && data.items.length === 0 && data.total > 0 && page > last
  const goToLast = useEffectEvent(() => change({ page: String(last) }, { replace: true }))
  useEffect(() => {
    if (isPast) goToLast()
  }, [isPast])
}
