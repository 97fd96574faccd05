import Box from '@mui/material/Box'
import {
  type ChangeEvent,
  type HTMLInputTypeAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from 'react'
import { FieldFrame, fieldLook } from './field-frame.tsx'
import { type InputRules, inputFault } from './input-fault.ts'

type TextInputProps = InputRules & {
  label: string
  value: string
  onChange: (value: string) => void
  type?: HTMLInputTypeAttribute
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  autoFocus?: boolean
  disabled?: boolean
  name?: string
  lang?: string
  placeholder?: string
  hint?: string
  // The server's or the form's problem with this field; it takes precedence over the rules' own.
  error?: string | undefined
  // The rules are checked on every change, but their faults show only after the field was left with a value, or with this set.
  showFault?: boolean
  endAdornment?: ReactNode
  // The user left the field.
  onLeave?: () => void
  inputRef?: Ref<HTMLInputElement>
}

const adornmentLook = {
  position: 'absolute',
  insetInlineEnd: 14,
  top: 0,
  bottom: 0,
  display: 'grid',
  alignItems: 'center',
  color: 'text.secondary',
  pointerEvents: 'none',
} as const

/** A labelled field that shows its problem as text. */
export function TextInput(props: TextInputProps) {
  const {
    label,
    value,
    onChange,
    hint,
    error,
    showFault = false,
    inputRef,
    inputMode,
    endAdornment,
    onLeave,
    ...rest
  } = props
  const { required, requiredText, maxLength, maxLengthText, check, ...input } = rest
  const id = useId()
  const [wasLeft, setLeft] = useState(false)
  const fault = inputFault(value, { required, requiredText, maxLength, maxLengthText, check })
  const message = error ?? (wasLeft || showFault ? fault : undefined)
  const help = message ?? hint
  return (
    <FieldFrame label={label} fieldId={id} required={required ?? false} help={help} isFaulty={message !== undefined}>
      <Box sx={{ position: 'relative', display: 'grid' }}>
        <Box
          component="input"
          {...input}
          id={id}
          value={value}
          ref={inputRef}
          required={required}
          inputMode={inputMode}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
          onBlur={() => {
            setLeft(value !== '' || wasLeft)
            onLeave?.()
          }}
          aria-invalid={message !== undefined}
          aria-describedby={help === undefined ? undefined : `${id}-help`}
          sx={fieldLook}
        />
        {endAdornment && <Box sx={adornmentLook}>{endAdornment}</Box>}
      </Box>
    </FieldFrame>
  )
}
