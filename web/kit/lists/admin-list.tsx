import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ViewedList } from '#contract/administration/saved-views.ts'
import { useWideScreen } from '#web/kit/ui/use-wide-screen.ts'
import { FilterButton } from './filter-button.tsx'
import { askedOf, takingOff } from './filter-changes.ts'
import { FilterChips } from './filter-chips.tsx'
import { ListCards } from './list-cards.tsx'
import { ListFailure } from './list-failure.tsx'
import { ColumnsMenu, ExportMenu } from './list-menu.tsx'
import { ListSearch } from './list-search.tsx'
import { ListTable } from './list-table.tsx'
import type { ListColumn, ListFilter, ListSource, Selection } from './list-types.ts'
import { NothingFound } from './nothing-found.tsx'
import { Pager } from './pager.tsx'
import { SavedViews } from './saved-views.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useListPage } from './use-list-page.ts'
import { useListState } from './use-list-state.ts'
import { useSelection } from './use-selection.ts'
import { unsaid } from './view-query.ts'

interface AdminListProps<Row> {
  /** What the table is called for those who can't see it. */
  caption: string
  source: ListSource<Row>
  columns: readonly ListColumn<Row>[]
  /** How it is sorted when the address does not say, as the server does it. */
  usualSort: string
  search?: string
  filters?: readonly ListFilter[]
  /** How many there are, in words. */
  countText: (total: number, hasMore: boolean) => string
  /** What stands where there is nothing at all yet. */
  empty: ReactNode
  /** What can be done when a search finds nothing, beside showing all. */
  nothingFound?: ReactNode
  exports?: { csv: Endpoint; xlsx: Endpoint }
  /** What can be done with rows that were picked; without it none can be. */
  bulk?: (selection: Selection, clear: () => void) => ReactNode
  /** Keeps views of it under names. */
  views?: ViewedList
  /** Above the search. */
  above?: ReactNode
}

const bar = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' } as const

/** A list as admins have it everywhere: searched, filtered, sorted and paged by the server, and all of it in the address. */
export function AdminList<Row>(props: AdminListProps<Row>) {
  const {
    caption,
    source,
    columns,
    usualSort,
    search,
    filters = [],
    countText,
    empty,
    nothingFound,
    exports,
    bulk,
    above,
    views,
  } = props
  const { t } = useTranslation()
  const state = useListState(filters.map(({ name }) => name))
  const query = askedOf(state.query, filters)
  const { data, error, isPlaceholderData, refetch } = useListPage(source, { query, page: state.page })
  const picking = useSelection(query, data?.total ?? 0)
  const isPhone = !useWideScreen()
  const offered = filters.filter(({ place }) => place === undefined)
  const optional = columns.filter(column => column.optional !== undefined)
  const shownNames = state.columns ?? optional.filter(column => column.optional === 'shown').map(({ name }) => name)
  const shown = columns.filter(column => column.optional === undefined || shownNames.includes(column.name))
  const isNarrowed = state.q !== '' || Object.keys(state.filters).length > 0
  const rows = { rows: data?.items ?? [], columns: shown, source, picking: bulk && picking }
  const isWholePage = rows.rows.length > 0 && rows.rows.every(row => picking.has(source.idOf(row)))
  return (
    <>
      {above}
      {views && <SavedViews list={views} state={state} />}
      <Box role="search" sx={bar}>
        {search !== undefined && (
          <ListSearch label={search} value={state.q} onChange={q => state.change({ q }, { replace: true })} />
        )}
        {offered.length > 0 && <FilterButton filters={offered} chosen={state.filters} onChange={state.change} />}
      </Box>
      <Box sx={bar}>
        <FilterChips
          filters={filters.filter(({ place }) => place !== 'page')}
          chosen={state.filters}
          onRemove={name => state.change(takingOff(name, filters))}
        />
        <Box role="status" sx={{ color: 'text.secondary', mr: 'auto' }}>
          {data && countText(data.total, data.has_more ?? false)}
        </Box>
        {optional.length > 0 && !isPhone && (
          <ColumnsMenu
            columns={optional}
            shown={shownNames}
            onChange={names => state.change({ columns: names.join(',') || '-' }, { replace: true })}
          />
        )}
        {exports && data && data.total > 0 && (
          <ExportMenu endpoints={exports} params={source.params ?? {}} query={query} />
        )}
      </Box>
      {error && !data && (
        <ListFailure error={error} onRetry={() => void refetch()} onReset={() => state.change(unsaid(state))} />
      )}
      <Box aria-busy={data === undefined || isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
        {data &&
          rows.rows.length === 0 &&
          (isNarrowed || data.total > 0 ? (
            <NothingFound onReset={() => state.change(unsaid(state))}>{nothingFound}</NothingFound>
          ) : (
            empty
          ))}
        {rows.rows.length > 0 &&
          (isPhone ? (
            <ListCards {...rows} />
          ) : (
            <ListTable
              {...rows}
              caption={caption}
              sort={state.sort ?? usualSort}
              onSort={sort => state.change({ sort })}
            />
          ))}
        {data === undefined && !error && <Box sx={{ color: 'text.secondary', py: 4 }}>{t('common.loading')}</Box>}
      </Box>
      {data && <Pager page={state.page} total={data.total} more={data.has_more} />}
      {bulk && picking.selection && (
        <SelectionBar picking={picking} total={data?.total ?? 0} mayPickAll={isWholePage && !data?.has_more}>
          {bulk(picking.selection, picking.clear)}
        </SelectionBar>
      )}
    </>
  )
}
