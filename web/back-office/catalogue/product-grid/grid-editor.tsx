import { type ChangeEvent, useState } from 'react'
import type { RenderEditCellProps } from 'react-data-grid'
import type { SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import type { ViewRow } from './use-grid-view.ts'

const inputStyles = {
  width: '100%',
  height: '100%',
  border: 0,
  padding: '0 7px',
  margin: 0,
  font: 'inherit',
  color: 'inherit',
  background: 'var(--background-paper)',
} as const

const focusAll = (input: HTMLInputElement | null) => {
  input?.focus()
  input?.select()
}

type GridEditorProps = RenderEditCellProps<ViewRow> & { label: string; text: string }

/** A cell while its text is typed. What is typed first replaces the text. */
export function GridTextEditor({ row, onRowChange, label, text }: GridEditorProps) {
  const [typed, setTyped] = useState(text)
  return (
    <input
      ref={focusAll}
      aria-label={label}
      value={typed}
      autoComplete="off"
      enterKeyHint="next"
      onChange={event => {
        setTyped(event.target.value)
        onRowChange({ ...row, typed: event.target.value })
      }}
      style={inputStyles}
    />
  )
}

type GridSelectProps = Omit<GridEditorProps, 'text'> & { value: string; options: readonly SelectOption[] }

/** A cell while one of its choices is chosen. */
export function GridSelectEditor({ row, onRowChange, label, value, options }: GridSelectProps) {
  return (
    <select
      ref={select => select?.focus()}
      aria-label={label}
      defaultValue={value}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => onRowChange({ ...row, typed: event.target.value })}
      style={inputStyles}
    >
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
