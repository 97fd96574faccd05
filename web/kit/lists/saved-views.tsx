import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type SavedView, type ViewedList, views } from '#contract/administration/saved-views.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import type { ListState } from './use-list-state.ts'
import { ViewDialog } from './view-dialog.tsx'
import { changesTo, isSameView, viewQueryOf } from './view-query.ts'

interface SavedViewsProps {
  list: ViewedList
  state: ListState
}

/** Saved views of a list. Choosing one sets the address; changing a filter leaves it. */
export function SavedViews({ list, state }: SavedViewsProps) {
  const { t } = useTranslation()
  const { data = [] } = useQuery({ ...queryOf(views.list, { query: { list } }), meta: { isBackground: true } })
  const [asked, setAsked] = useState<{ view?: SavedView }>()
  const query = viewQueryOf(state)
  const active = data.find(view => isSameView(view.query, query))
  if (data.length === 0 && query === '') return null
  const choose = (next: string) => state.change(changesTo(next, state))
  return (
    <Box role="group" aria-label={t('lists.views')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {data.length > 0 && (
        <Button
          size="small"
          variant={query === '' ? 'contained' : 'outlined'}
          color={query === '' ? 'secondary' : 'primary'}
          aria-pressed={query === ''}
          onClick={() => choose('')}
        >
          {t('lists.allRows')}
        </Button>
      )}
      {data.map(view => (
        <Button
          key={view.id}
          size="small"
          variant={view === active ? 'contained' : 'outlined'}
          color={view === active ? 'secondary' : 'primary'}
          aria-pressed={view === active}
          onClick={() => choose(view.query)}
        >
          {view.name}
        </Button>
      ))}
      {active && (
        <Button size="small" onClick={() => setAsked({ view: active })}>
          {t('lists.editView')}
        </Button>
      )}
      {!active && query !== '' && (
        <Button size="small" onClick={() => setAsked({})}>
          {t('lists.saveView')}
        </Button>
      )}
      {asked && <ViewDialog list={list} query={query} view={asked.view} onClose={() => setAsked(undefined)} />}
    </Box>
  )
}
