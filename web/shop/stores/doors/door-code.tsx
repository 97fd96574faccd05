import { type CSSProperties, type ReactNode, useState } from 'react'
import type { Store } from '#contract/stores/stores.ts'
import { groupDigits, spellDigits } from '#domain/stores/door-code.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/kit/ui/dialog.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './doors.module.css'
import type { useDoorCode } from './use-door-code.ts'

function DoorHelp() {
  const { t } = useTranslation()
  return (
    <details>
      <summary className={css.summary}>{t('door.helpTitle')}</summary>
      <div className={css.help}>
        <Text>{t('door.help')}</Text>
        <ContactPanel />
      </div>
    </details>
  )
}

type DoorCodeProps = {
  door: ReturnType<typeof useDoorCode>
  store: Store
  /** The next action for a shopper who is inside. */
  next: ReactNode
}

/** The digits for the keypad, another code on request, and the next action once the door is open. */
export function DoorCode({ door, store, next }: DoorCodeProps) {
  const { t } = useTranslation()
  const [isLarge, setLarge] = useState(false)
  return (
    <DoorStep action={next}>
      <Text>{t('door.shown', { store: store.name })}</Text>
      <CodePlate code={door.code} onEnlarge={() => setLarge(true)} />
      <div className={css.codeActions}>
        <CodeTime secondsLeft={door.secondsLeft} />
        {door.isSame ? (
          <Text role="status" className={css.sameCode}>
            {t('door.same')}
          </Text>
        ) : (
          <SecondaryButton shape="quiet" onClick={door.renew}>
            {t('door.newCode')}
          </SecondaryButton>
        )}
      </div>
      <DoorHelp />
      {isLarge && <LargeCode code={door.code} remainingSeconds={door.secondsLeft} onClose={() => setLarge(false)} />}
    </DoorStep>
  )
}

type StepProps = {
  children: ReactNode
  /** The next button to press: at the bottom of a phone, in reach of the thumb. */
  action?: ReactNode
}

/** A view of the door's dialog, and its next action. */
export function DoorStep({ children, action }: StepProps) {
  return (
    <>
      <DialogContent className={css.step}>{children}</DialogContent>
      {action !== undefined && <DialogActions className={css.stepActions}>{action}</DialogActions>}
    </>
  )
}

type LargeCodeProps = {
  code: string
  remainingSeconds: number
  onClose: () => void
}

/** Only the code, as large as the screen allows: readable at arm’s length in the dark. */
function LargeCode({ code, remainingSeconds: secondsLeft, onClose }: LargeCodeProps) {
  const { t } = useTranslation()
  const groups = groupDigits(code).split(' ')
  return (
    <Dialog open fullScreen onClose={onClose} aria-label={t('door.titles.shown')} className={css.sheet}>
      <p
        className={css.groups}
        style={{ '--groups': groups.length, '--digits': groups[0]?.length ?? 1 } as CSSProperties}
        onClick={onClose}
      >
        {groups.map((group, at) => (
          // The groups stay in their order, and may be equal.
          <span key={at} aria-hidden="true">
            {group}
          </span>
        ))}
        <span className={css.largeCode}>{spellDigits(code)}</span>
      </p>
      <CodeTime secondsLeft={secondsLeft} />
      <ActionButton autoFocus fullWidth variant="outlined" onClick={onClose} className={css.close}>
        {t('common.close')}
      </ActionButton>
    </Dialog>
  )
}

/** The digits, large. A screen reader reads them one by one; a press fills the screen with them. */
function CodePlate({ code, onEnlarge }: { code: string; onEnlarge: () => void }) {
  const { t } = useTranslation()
  const digits = groupDigits(code)
  return (
    <button type="button" aria-haspopup="dialog" onClick={onEnlarge} className={css.plate}>
      <span aria-hidden="true" className={css.digits} style={{ '--characters': digits.length } as CSSProperties}>
        {digits}
      </span>
      <span className={css.spelt}>{`${spellDigits(code)}. `}</span>
      <span className={css.enlarge}>{t('door.enlarge')}</span>
    </button>
  )
}

/** The remaining time, visible and readable on demand; screen readers don't announce each change. */
function CodeTime({ secondsLeft: remainingSeconds }: { secondsLeft: number }) {
  const { t } = useTranslation()
  return (
    <div role="timer" aria-live="off" className={css.timeLeft}>
      {t('door.timeLeft', { minutes: Math.floor(remainingSeconds / 60), seconds: remainingSeconds % 60 })}
    </div>
  )
}
