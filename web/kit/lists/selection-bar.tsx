import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import type { RowSelection } from './list-types.ts'

type SelectionBarProps = {
  picking: RowPicking
  total: number
  /** All rows of the page are selected, so the whole list may be offered, unless it exceeds what can be changed at once. */
  mayPickAll: boolean
  children: ReactNode
}

/** Shown at the bottom while rows are selected: their number, and the actions for them. */
export function SelectionBar({ picking, total, mayPickAll, children }: SelectionBarProps) {
  const { t } = useTranslation()
  // A bar spans the page and is its last part, wherever the list is.
  return createPortal(
    <BottomBar
      width="wide"
      action={
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Box role="status" sx={{ fontWeight: 650, mr: { xs: 'auto', sm: 0 } }}>
            {t('lists.picked', { count: picking.count })}
          </Box>
          {mayPickAll && !picking.isAll && picking.count < total && (
            <Button variant="text" size="small" onClick={picking.pickAll}>
              {t('lists.pickAll', { count: total })}
            </Button>
          )}
          <Button variant="text" size="small" onClick={picking.clear} sx={{ mr: { sm: 'auto' } }}>
            {t('lists.clearPicked')}
          </Button>
          {/* On a phone, a full-width row of their own. */}
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1,
              flex: { xs: '1 1 100%', sm: 'none' },
              '& > *': { flex: { xs: 1, sm: 'none' } },
            }}
          >
            {children}
          </Box>
        </Box>
      }
    />,
    document.querySelector('main') ?? document.body,
  )
}

const NO_ROWS: ReadonlySet<number> = new Set()

type PickedRows = { key: string; ids: ReadonlySet<number>; isAll: boolean; last?: number | undefined }

/** The rows of a page from one to another; only the second one when the first is on another page. */
function rowsBetween(page: readonly number[], first: number, second: number): readonly number[] {
  const [from, to] = [page.indexOf(first), page.indexOf(second)]
  return from === -1 ? [second] : page.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** The selected rows. A change of the search or the filters clears the selection. */
export function useSelection(query: Readonly<Record<string, string>>, total: number) {
  const key = JSON.stringify(query)
  const [state, setState] = useState<PickedRows>({ key, ids: NO_ROWS, isAll: false })
  const { ids, isAll, last } = state.key === key ? state : { ids: NO_ROWS, isAll: false }
  const pick = (next: ReadonlySet<number>, lastId?: number) => setState({ key, ids: next, isAll: false, last: lastId })
  const selection: RowSelection | undefined = isAll
    ? { kind: 'all', query, total }
    : ids.size > 0
      ? { kind: 'rows', ids: [...ids] }
      : undefined
  return {
    selection,
    isAll,
    count: isAll ? total : ids.size,
    has: (id: number) => isAll || ids.has(id),
    /** With `page`, all rows from the last toggled one to this one become like this one. */
    toggle: (id: number, page?: readonly number[]) => {
      const rows = page && last !== undefined ? rowsBetween(page, last, id) : [id]
      const others = [...ids].filter(each => !rows.includes(each))
      pick(new Set(ids.has(id) ? others : [...others, ...rows]), id)
    },
    togglePage: (page: readonly number[]) => {
      const isWhole = page.every(id => ids.has(id))
      pick(new Set(isWhole ? [...ids].filter(id => !page.includes(id)) : [...ids, ...page]))
    },
    pickAll: () => setState({ key, ids: NO_ROWS, isAll: true }),
    clear: () => pick(NO_ROWS),
  }
}

export type RowPicking = ReturnType<typeof useSelection>
