import { type ReactNode, useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './install.module.css'

export const GUIDE_STEPS = ['share', 'addToHome', 'confirm'] as const

/** Safari has no prompt, so the way through its menu is drawn. */
export function IphoneGuide({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{t('install.guideTitle')}</DialogTitle>
      <DialogContent>
        <ol className={css.steps}>
          {GUIDE_STEPS.map((name, index) => (
            <li key={name} className={css.step}>
              {GUIDE_PICTURES[name]}
              <Text>
                {index + 1}. {t(`install.steps.${name}`)}
              </Text>
            </li>
          ))}
        </ol>
      </DialogContent>
      <DialogActions>
        <PrimaryButton onClick={onClose}>{t('common.close')}</PrimaryButton>
      </DialogActions>
    </Dialog>
  )
}

// The text beside it has the same content, so screen readers skip the drawing.
function GuidePicture({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 72 72"
      width={72}
      height={72}
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={css.picture}
    >
      {children}
    </svg>
  )
}

/** Safari's share button, the entry in its list, and the button that confirms it. */
const GUIDE_PICTURES = {
  share: (
    <GuidePicture>
      <path d="M28 30h-6v26h28V30h-6M36 42V14M27 22l9-9 9 9" />
    </GuidePicture>
  ),
  addToHome: (
    <GuidePicture>
      <rect x="18" y="18" width="36" height="36" rx="9" />
      <path d="M36 27v18M27 36h18" />
    </GuidePicture>
  ),
  confirm: (
    <GuidePicture>
      <rect x="12" y="14" width="48" height="44" rx="6" />
      <path d="M12 28h48M44 21h10" />
      <path d="m24 44 7 7 15-15" />
    </GuidePicture>
  ),
}
