import { IconButton } from '#web/kit/ui/buttons.tsx'
import { MinusIcon, PlusIcon } from '#web/kit/ui/icons.tsx'
import css from './inputs.module.css'

type QuantityStepperProps = {
  /** The quantity as text, e.g. "2" or "0,5 kg". */
  value: string
  onAdd: () => void
  onRemove: () => void
  addLabel: string
  removeLabel: string
  groupLabel: string
  disabled?: boolean
  /** At a limit, the button stays in its place and keeps the focus, but does nothing. */
  isAtMost?: boolean
  isAtLeast?: boolean
}

/** − 2 +: each press changes the quantity by one. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onAdd, onRemove, addLabel, removeLabel, groupLabel, disabled = false, isAtMost, isAtLeast } = props
  return (
    <div role="group" aria-label={groupLabel} className={css.stepper}>
      <IconButton
        color="primary"
        aria-label={removeLabel}
        onClick={isAtLeast ? undefined : onRemove}
        disabled={disabled}
        aria-disabled={isAtLeast}
        className={isAtLeast ? css.spent : undefined}
      >
        <MinusIcon />
      </IconButton>
      <span className={css.quantity}>{value}</span>
      <IconButton
        color="primary"
        aria-label={addLabel}
        onClick={isAtMost ? undefined : onAdd}
        disabled={disabled}
        aria-disabled={isAtMost}
        className={isAtMost ? css.spent : undefined}
      >
        <PlusIcon />
      </IconButton>
    </div>
  )
}
