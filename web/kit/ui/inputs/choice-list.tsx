import Box from '@mui/material/Box'
import Radio from '@mui/material/Radio'
import { useId } from 'react'

export type Choice<Value extends string> = {
  value: Value
  label: string
  /** The consequence of the choice. */
  text?: string
}

type ChoiceListProps<Value extends string> = {
  label: string
  choices: readonly Choice<Value>[]
  chosen: Value | undefined
  onChange: (value: Value) => void
  disabled?: boolean
}

/** A radio group, each choice with its consequence. The arrow keys move between them. */
export function ChoiceList<Value extends string>(props: ChoiceListProps<Value>) {
  const { label, choices, chosen, onChange, disabled = false } = props
  const id = useId()
  return (
    <Box role="radiogroup" aria-label={label} sx={{ display: 'grid', gap: 1 }}>
      {choices.map(choice => (
        <Box
          component="label"
          key={choice.value}
          htmlFor={`${id}-${choice.value}`}
          sx={{
            display: 'flex',
            alignItems: 'start',
            minHeight: 48,
            pr: 2,
            border: 1,
            borderRadius: 1,
            borderColor: choice.value === chosen ? 'primary.main' : 'line.strong',
            cursor: 'pointer',
          }}
        >
          <Radio
            id={`${id}-${choice.value}`}
            name={id}
            value={choice.value}
            checked={choice.value === chosen}
            disabled={disabled}
            onChange={() => onChange(choice.value)}
            slotProps={{
              input: {
                'aria-labelledby': `${id}-${choice.value}-label`,
                'aria-describedby': choice.text === undefined ? undefined : `${id}-${choice.value}-text`,
              },
            }}
          />
          <Box sx={{ py: 1.25 }}>
            <Box id={`${id}-${choice.value}-label`} sx={{ fontWeight: 650 }}>
              {choice.label}
            </Box>
            {choice.text !== undefined && (
              <Box id={`${id}-${choice.value}-text`} sx={{ typography: 'body2', color: 'text.secondary' }}>
                {choice.text}
              </Box>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
