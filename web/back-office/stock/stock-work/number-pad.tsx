import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { FieldFrame, FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'

type NumberPadProps = {
  title: string
  label: string
  text: string
  onText: (text: string) => void
  /** Called on Enter. */
  onSubmit: () => void
  onClose: () => void
  /** Allows a negative number, for a correction. */
  hasSign?: boolean
  fault?: string | undefined
  /** Between the number and its keys. */
  choices?: ReactNode
  /** The actions on the number. */
  children: ReactNode
}

/** The shortest phones, and phones in landscape, as in the kit's style sheets. */
const SHORT_SCREEN = '@media (max-height: 620px) and (max-width: 899.95px)'

// On the shortest phones the keys are lower, so that the actions stay visible.
const keyStyles = {
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  [SHORT_SCREEN]: { gap: 0.5 },
} as const
const keyLook = {
  minWidth: 0,
  fontSize: '1.375rem',
  borderWidth: 1,
  borderColor: 'line.strong',
  color: 'text.primary',
  [SHORT_SCREEN]: { minHeight: 44, py: 0 },
} as const

/** Enters a number by large keys or the keyboard; a phone's on-screen keyboard stays closed. */
export function NumberPad(props: NumberPadProps) {
  const { title, label, text, onText, onSubmit, onClose, hasSign = false, fault, choices, children } = props
  const { t } = useTranslation()
  const id = useId()
  const words: Partial<Record<NumberKey, string>> = {
    ',': t('stock.keyComma'),
    back: t('stock.keyBack'),
    sign: t('stock.keySign'),
  }
  const signs: Partial<Record<NumberKey, string>> = { back: '⌫', sign: '±' }
  const key = (name: NumberKey) => (
    <Button
      key={name}
      variant="outlined"
      aria-label={words[name]}
      // Keeps the focus in the field, so that Enter still submits the number.
      onMouseDown={event => event.preventDefault()}
      onClick={() => onText(pressKey(text, name))}
      sx={keyLook}
    >
      {signs[name] ?? name}
    </Button>
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} place="foot">
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <DialogTitle id={id} component="h2" sx={{ pb: 1 }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1.5, pb: 1 }}>
          <FieldFrame label={label} fieldId={`${id}-field`} help={fault} isFaulty={fault !== undefined}>
            <Box
              component="input"
              id={`${id}-field`}
              value={text}
              onChange={event => onText(event.currentTarget.value)}
              onFocus={event => event.currentTarget.select()}
              inputMode="none"
              autoComplete="off"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this field
              autoFocus
              aria-invalid={fault !== undefined}
              aria-describedby={fault === undefined ? undefined : `${id}-field-help`}
              className={FIELD_CLASS}
              sx={{ fontSize: '1.75rem', fontWeight: 700, textAlign: 'end' }}
            />
          </FieldFrame>
          {choices}
          <Box sx={keyStyles}>
            {NUMBER_KEYS.map(key)}
            {hasSign && <Box sx={{ display: 'grid', gridColumn: '1 / -1' }}>{key('sign')}</Box>}
          </Box>
        </DialogContent>
        <DialogActions>{children}</DialogActions>
      </form>
    </Dialog>
  )
}

/** The keys of the number pad, row by row. */
const NUMBER_KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', ',', '0', 'back'] as const
export type NumberKey = (typeof NUMBER_KEYS)[number] | 'sign'

/** The text after a key press. */
export function pressKey(text: string, key: NumberKey): string {
  switch (key) {
    case 'back':
      return text.slice(0, -1)
    case 'sign':
      return /^[-\u2212]/.test(text) ? text.slice(1) : `-${text}`
    case ',':
      return /[.,]/.test(text) ? text : `${/\d/.test(text) ? text : `${text}0`},`
    default:
      return text + key
  }
}

type UnusualQuestionProps = {
  /** Each quantity as typed. */
  lines: readonly { name: string; unit: string; text: string }[]
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before quantities that are likely a slip of the finger. */
export function UnusualQuestion({ lines, onConfirm, onCancel }: UnusualQuestionProps) {
  const { t } = useTranslation()
  const summary = lines.map(({ name, unit, text }) => `${name} ${text} ${unitText(unit, t)}`).join(', ')
  return (
    <ConfirmDialog
      open
      title={t('stock.unusualTitle')}
      text={t('stock.unusualText', { lines: summary })}
      confirmText={t('stock.unusualYes')}
      cancelText={t('forms.keepEditing')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
