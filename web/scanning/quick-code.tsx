import { type FormEvent, useState } from 'react'
import { normaliseGtin } from '#domain/barcode.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import css from './scanning.module.css'

type QuickCodeProps = {
  hint: string
  onCode: (code: string) => void
  /** Whether the field has text or the focus. */
  onTyping: (isTyping: boolean) => void
}

/** The number below the bars, typed on the picture itself. */
export function QuickCode({ hint, onCode, onTyping }: QuickCodeProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (normaliseGtin(text) === undefined) return
    onCode(text.replaceAll(/\s/g, ''))
    setText('')
    onTyping(false)
  }
  return (
    <form onSubmit={submit} className={css.quickCodeForm}>
      <input
        value={text}
        onChange={event => setText(event.target.value)}
        onFocus={() => onTyping(true)}
        onBlur={() => onTyping(text !== '')}
        placeholder={t('scanner.quickCode')}
        aria-label={hint}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        className={css.quickCodeField}
      />
      {/* A disabled button would be dark on the dark picture. */}
      {normaliseGtin(text) !== undefined && (
        <SecondaryButton look="leaf" small type="submit">
          {t('scanner.manualAdd')}
        </SecondaryButton>
      )}
    </form>
  )
}
