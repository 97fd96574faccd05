import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { HelpIcon } from '#web/kit/ui/icons.tsx'
import { HelpDialog } from './help-dialog.tsx'
import css from './help.module.css'
import type { HelpProps } from './use-help-call.ts'

/** Leads to the store's phone and to the people on duty. */
export function Help(props: HelpProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.line}>
      <SecondaryButton shape="quiet" icon={<HelpIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('help.open')}
      </SecondaryButton>
      {isOpen && <HelpDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}
