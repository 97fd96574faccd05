import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import type { CellContext } from '#domain/catalogue/grid/grid-cells.ts'
import { hasProblem } from '#domain/catalogue/grid/grid-edits.ts'
import { numberText } from '#domain/format/number-text.ts'
import type { useGridEdits } from '#web/back-office/catalogue/bulk-changes/grid-draft.ts'
import { errorText, hasCode } from '#web/kit/api/api-error.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FilterButton, FilterChips, takingOff } from '#web/kit/lists/filter-button.tsx'
import { ListSearch } from '#web/kit/lists/list-search.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { Page } from '#web/kit/ui/page.tsx'
import { GridPreview } from './grid-preview.tsx'
import { GridTable, type GridTableHandle } from './grid-table.tsx'
import { useProductGrid, useSaved } from './use-product-grid.ts'

const barStyles = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' } as const

/** The products of the list, or the chosen ones, as a grid. The address has the list's filters. */
export function ProductGridPage() {
  const { t } = useTranslation()
  const grid = useProductGrid()
  const { state, filters, data, error, edits, dispatch } = grid
  const isWide = useWideScreen()
  const [isPreviewed, setPreviewed] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const table = useRef<GridTableHandle>(null)
  const { problems, onDone } = useSaved(dispatch, () => setPreviewed(false))
  const isLoaded = data !== undefined && grid.context !== undefined
  const goToProblem = () => {
    const row = grid.products.findIndex(({ id }) => {
      const entries = edits.rows.get(id)
      return (entries && hasProblem(entries)) || problems.has(id)
    })
    if (row >= 0) table.current?.goTo({ row, column: 0 })
  }
  const invalidCount = [...edits.rows].filter(([id, entries]) => hasProblem(entries) || problems.has(id)).length
  return (
    <Page
      title={t('productGrid.title')}
      width="wide"
      // It explains the keys of a keyboard.
      lead={isWide ? t('productGrid.lead') : undefined}
      aside={<BackToList />}
    >
      <Box sx={barStyles}>
        <Box role="search" sx={{ ...barStyles, flex: { xs: '1 1 100%', md: '1 1 320px' } }}>
          <ListSearch
            label={t('products.search')}
            value={state.q}
            onChange={q => state.change({ q, ids: undefined }, { replace: true })}
          />
          <FilterButton filters={filters} chosen={state.filters} onChange={state.change} />
        </Box>
        <FilterChips
          filters={filters}
          chosen={state.filters}
          onRemove={name => state.change(takingOff(name, filters))}
        />
        <Box role="status" sx={{ color: 'text.secondary', mr: 'auto' }}>
          {data && t('products.count', { count: data.rows.length })}
        </Box>
      </Box>
      <Box sx={barStyles}>
        <GridButtons edits={edits} dispatch={dispatch} onFill={() => table.current?.fill()} />
        <CampaignDays {...grid} />
      </Box>
      {error && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {hasCode(error, 'list.tooLong')
            ? t('productGrid.tooMany', {
                count: Number(error.body['count']),
                max: numberText(Number(error.body['max'])),
              })
            : errorText(error, t)}
        </Box>
      )}
      {!isLoaded && !error && <Box sx={{ color: 'text.secondary', py: 4 }}>{t('common.loading')}</Box>}
      {isLoaded && grid.context && (
        <GridTable
          ref={table}
          caption={t('productGrid.title')}
          view={grid}
          edits={edits}
          context={grid.context}
          getServerProblem={(id, column) => problems.get(id)?.get(column)}
          onEnter={cells => grid.context && dispatch({ type: 'enter', cells, context: grid.context })}
          onUndo={() => dispatch({ type: 'undo' })}
          onRedo={() => dispatch({ type: 'redo' })}
        />
      )}
      {edits.rows.size > 0 && (
        <UnsavedBar
          changed={edits.rows.size}
          invalidCount={invalidCount}
          onProblem={goToProblem}
          onDiscard={() => setConfirming(true)}
          onPreview={() => setPreviewed(true)}
        />
      )}
      {isPreviewed && grid.context && (
        <GridPreview
          edits={edits}
          context={grid.context}
          storeId={grid.storeId}
          onDecide={decision => dispatch({ type: 'decide', decision })}
          onClose={() => setPreviewed(false)}
          onDone={onDone}
        />
      )}
      <ConfirmDialog
        open={isConfirming}
        title={t('productGrid.discardTitle')}
        text={t('productGrid.discardText', { count: edits.rows.size })}
        confirmText={t('productGrid.discard')}
        cancelText={t('forms.keepEditing')}
        onConfirm={() => {
          dispatch({ type: 'discard' })
          setConfirming(false)
        }}
        onCancel={() => setConfirming(false)}
        danger
      />
    </Page>
  )
}

/** The list with the same filters. */
function BackToList() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const list = new URLSearchParams(params)
  list.delete('ids')
  const search = list.toString()
  return (
    <Button variant="outlined" size="small" component={Link} to={`${PATHS.products}${search && `?${search}`}`}>
      {t('productGrid.toList')}
    </Button>
  )
}

type GridButtonsProps = Pick<ReturnType<typeof useGridEdits>, 'edits' | 'dispatch'> & { onFill: () => void }

function GridButtons({ edits, dispatch, onFill }: GridButtonsProps) {
  const { t } = useTranslation()
  const buttons = [
    {
      label: t('productGrid.undo'),
      keys: 'Ctrl Z',
      isOff: edits.past.length === 0,
      act: () => dispatch({ type: 'undo' }),
    },
    {
      label: t('productGrid.redo'),
      keys: 'Ctrl Y',
      isOff: edits.future.length === 0,
      act: () => dispatch({ type: 'redo' }),
    },
    { label: t('productGrid.fillDown'), keys: 'Ctrl D', isOff: false, act: onFill },
  ]
  return (
    <Box role="toolbar" aria-label={t('productGrid.tools')} sx={barStyles}>
      {buttons.map(({ label, keys, isOff, act }) => (
        <Button key={label} variant="outlined" size="small" title={keys} disabled={isOff} onClick={act}>
          {label}
        </Button>
      ))}
    </Box>
  )
}

type CampaignDaysProps = { days: CellContext['campaignDays']; setDays: (days: CellContext['campaignDays']) => void }

/** The days of campaigns that cells name only by a price. */
function CampaignDays({ days, setDays }: CampaignDaysProps) {
  const { t } = useTranslation()
  return (
    <Box
      role="group"
      aria-label={t('productGrid.campaignDays')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: { md: 'auto' }, '& > *': { flex: '1 1 150px' } }}
    >
      <DateInput
        label={t('productGrid.campaignFrom')}
        value={days.from_day}
        onChange={from_day => setDays({ ...days, from_day })}
      />
      <DateInput
        label={t('productGrid.campaignUntil')}
        value={days.until_day}
        onChange={until_day => setDays({ ...days, until_day })}
      />
    </Box>
  )
}

type UnsavedBarProps = {
  changed: number
  invalidCount: number
  onProblem: () => void
  onDiscard: () => void
  onPreview: () => void
}

function UnsavedBar({ changed, invalidCount: wrong, onProblem, onDiscard, onPreview }: UnsavedBarProps) {
  const { t } = useTranslation()
  return (
    <BottomBar
      width="wide"
      action={
        <Box sx={{ ...barStyles, gridColumn: '1 / -1' }}>
          <Box role="status" sx={{ fontWeight: 650, mr: 'auto' }}>
            {t('productGrid.unsaved', { count: changed })}
          </Box>
          {wrong > 0 && (
            <Button variant="text" size="small" color="error" onClick={onProblem}>
              {t('productGrid.wrong', { count: wrong })}
            </Button>
          )}
          <Button variant="text" size="small" onClick={onDiscard}>
            {t('productGrid.discard')}
          </Button>
          <Button variant="contained" onClick={onPreview}>
            {t('bulkEdit.preview')}
          </Button>
        </Box>
      }
    />
  )
}
