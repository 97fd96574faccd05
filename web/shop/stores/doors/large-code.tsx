import type { CSSProperties } from 'react'
import { groupDigits, spellDigits } from '#domain/stores/door-code.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CodeTime } from './code-plate.tsx'
import css from './doors.module.css'

type LargeCodeProps = {
  code: string
  secondsLeft: number
  onClose: () => void
}

/** Only the code, as large as the screen allows: readable at arm’s length in the dark. */
export function LargeCode({ code, secondsLeft, onClose }: LargeCodeProps) {
  const { t } = useTranslation()
  const groups = groupDigits(code).split(' ')
  return (
    <Dialog open fullScreen onClose={onClose} aria-label={t('door.titles.shown')} className={css.sheet}>
      <p className={css.groups} style={{ '--groups': groups.length } as CSSProperties} onClick={onClose}>
        {groups.map((group, at) => (
          // The groups stay in their order, and may be equal.
          <span key={at} aria-hidden="true">
            {group}
          </span>
        ))}
        <span className={css.largeCodeLabel}>{spellDigits(code)}</span>
      </p>
      <CodeTime secondsLeft={secondsLeft} />
      <ActionButton autoFocus fullWidth variant="outlined" onClick={onClose} className={css.largeCodeClose}>
        {t('common.close')}
      </ActionButton>
    </Dialog>
  )
}
