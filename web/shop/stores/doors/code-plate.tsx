import { groupDigits, spellDigits } from '#domain/stores/door-code.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import css from './doors.module.css'

/** The digits, large. A screen reader reads them one by one; a press fills the screen with them. */
export function CodePlate({ code, onEnlarge }: { code: string; onEnlarge: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" aria-haspopup="dialog" onClick={onEnlarge} className={css.plate}>
      <span aria-hidden="true" className={css.digits}>
        {groupDigits(code)}
      </span>
      <span className={css.spelt}>{`${spellDigits(code)}. `}</span>
      <span className={css.codePlateEnlarge}>{t('door.enlarge')}</span>
    </button>
  )
}

/** The remaining time, visible and readable on demand; screen readers don't announce each change. */
export function CodeTime({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation()
  return (
    <div role="timer" aria-live="off" className={css.codeTimeTimeLeft}>
      {t('door.timeLeft', { minutes: Math.floor(secondsLeft / 60), seconds: secondsLeft % 60 })}
    </div>
  )
}
