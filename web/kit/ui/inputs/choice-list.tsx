import { useId } from 'react'
import { joinClasses } from '#web/kit/ui/text.tsx'
import css from './inputs.module.css'
import { TickBox } from './tick-box.tsx'

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
    <div role="radiogroup" aria-label={label} className={css.choices}>
      {choices.map(choice => (
        <label
          key={choice.value}
          htmlFor={`${id}-${choice.value}`}
          className={joinClasses(css.listed, choice.value === chosen && css.chosen)}
        >
          <TickBox
            type="radio"
            id={`${id}-${choice.value}`}
            name={id}
            value={choice.value}
            checked={choice.value === chosen}
            disabled={disabled}
            onChange={() => onChange(choice.value)}
            aria-labelledby={`${id}-${choice.value}-label`}
            aria-describedby={choice.text === undefined ? undefined : `${id}-${choice.value}-text`}
          />
          <span className={css.listedTexts}>
            <span id={`${id}-${choice.value}-label`} className={css.listedLabel}>
              {choice.label}
            </span>
            {choice.text !== undefined && (
              <span id={`${id}-${choice.value}-text`} className={css.hint}>
                {choice.text}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}
