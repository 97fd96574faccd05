import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import type { ImportCorrection } from '#domain/catalogue/imports/import-choices.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { vatClassName } from '#web/kit/i18n/vat-class-name.ts'
import { SelectInput, type SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
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
  /** Of a column with few values: they are chosen here instead of typed in the cell. */
  choices?: readonly SelectOption[] | undefined
  onCorrect: (correction: ImportCorrection) => void
}

/** Above the table: why the cell is wrong, and one value for all rows that have it. */
export function CellCorrection({ chosen: { row, at, value, problem }, choices, onCorrect }: CorrectingProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '') onCorrect(value === '' ? { row, at, value: typed } : { at, from: value, value: typed })
  }
  return (
    <Panel tone="attention">
      <Box role="status">
        {problem ? problemText(problem, t) : t(choices ? 'productImport.mendChoice' : 'productImport.mendLead')}
      </Box>
      {(value !== '' || choices) && (
        <Box
          component="form"
          onSubmit={submit}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: choices ? 'end' : 'center', mt: 1 }}
        >
          {choices ? (
            <ChoiceField value={typed} onChange={setTyped} choices={choices} />
          ) : (
            <label>
              {t('productImport.mendAll', { value })}{' '}
              <Box
                component="input"
                value={typed}
                onChange={event => setTyped(event.currentTarget.value)}
                sx={{ font: 'inherit', minHeight: 44, maxWidth: '100%', px: 1 }}
              />
            </label>
          )}
          {choices && (
            <Button variant="outlined" disabled={typed === ''} onClick={() => onCorrect({ row, at, value: typed })}>
              {t('productImport.mendOneDo')}
            </Button>
          )}
          {value !== '' && (
            <Button type="submit" variant="outlined" disabled={typed === ''}>
              {choices ? t('productImport.mendSameDo', { value }) : t('productImport.mendAllDo')}
            </Button>
          )}
        </Box>
      )}
    </Panel>
  )
}

type ChoiceFieldProps = { value: string; onChange: (value: string) => void; choices: readonly SelectOption[] }

/** Takes the focus, as the input of a cell does. */
function ChoiceField({ value, onChange, choices }: ChoiceFieldProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('select')?.focus(), [])
  return (
    <Box ref={frame} sx={{ flex: '1 1 220px', maxWidth: 340 }}>
      <SelectInput
        label={t('productImport.newValue')}
        placeholder={t('productImport.chooseValue')}
        value={value}
        onChange={onChange}
        options={choices}
      />
    </Box>
  )
}

/** The VAT classes of the shop, as their names in the interface's language, which an import understands. */
export function useVatChoices(): readonly SelectOption[] | undefined {
  const { t } = useTranslation()
  const { data } = useQuery(queryFor(adminProducts.vatClasses))
  return data?.map(({ name, vat }) => {
    const shown = vatClassName(name, t)
    return { value: shown, label: vat === null ? shown : `${percentText(vat)} · ${shown}` }
  })
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
