import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ImportCorrection } from '#domain/catalogue/imports/import-choices.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { type RowProblem, problemText } from './import-problems.ts'

/** `at`: the place of its column. */
export type ChosenCell = { row: number; at: number; value: string; problem: RowProblem | undefined }

/** Enter corrects the cell, Escape leaves it. */
export function CellInput({
  value,
  onDone,
  onLeave,
}: {
  value: string
  onDone: (typed: string) => void
  onLeave: () => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onDone(typed)
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onLeave()
  }
  return (
    <Box
      component="input"
      autoFocus
      value={typed}
      aria-label={t('productImport.newValue')}
      onChange={event => setTyped(event.currentTarget.value)}
      onKeyDown={onKey}
      sx={{ font: 'inherit', minHeight: 40, width: '100%', minWidth: 120 }}
    />
  )
}

type CorrectingProps = {
  chosen: ChosenCell
  onCorrect: (correction: ImportCorrection) => void
}

/** Above the table: why the cell is wrong, and one value for all rows that have it. */
export function CellCorrection({ chosen: { at, value, problem }, onCorrect }: CorrectingProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '') onCorrect({ at, from: value, value: typed })
  }
  return (
    <Panel tone="attention">
      <Box role="status">{problem ? problemText(problem, t) : t('productImport.mendLead')}</Box>
      {value !== '' && (
        <Box
          component="form"
          onSubmit={submit}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}
        >
          <label>
            {t('productImport.mendAll', { value })}{' '}
            <Box
              component="input"
              value={typed}
              onChange={event => setTyped(event.currentTarget.value)}
              sx={{ font: 'inherit', minHeight: 44, maxWidth: '100%', px: 1 }}
            />
          </label>
          <Button type="submit" variant="outlined" disabled={typed === ''}>
            {t('productImport.mendAllDo')}
          </Button>
        </Box>
      )}
    </Panel>
  )
}

/** The input of a corrected cell is gone: the keyboard continues at the rows once they are checked again. */
export function useFocusAfterCorrection(isStill: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  const isDue = useRef(false)
  useEffect(() => {
    if (!isStill || !isDue.current) return
    isDue.current = false
    // Of a filter that no row is left in, its button.
    const next = ['[role="region"]', '[aria-pressed="true"]'].map(each =>
      frame.current?.querySelector<HTMLElement>(each),
    )
    next.find(Boolean)?.focus({ preventScroll: true })
  }, [isStill])
  const focusNext = () => {
    isDue.current = true
  }
  return [frame, focusNext] as const
}
