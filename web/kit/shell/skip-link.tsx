import type { MouseEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import css from './shell.module.css'

/** Moves only the focus: a fragment in the address would be an entry in the browser's list that the router can't count. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>, targetId: string): void {
  event.preventDefault()
  document.getElementById(targetId)?.focus()
}

type SkipLinkProps = { targetId: string; label?: string }

/** The first stop of the Tab key, which skips the top bar, or what is above a list. Hidden until it has the focus. */
export function SkipLink({ targetId, label }: SkipLinkProps) {
  const { t } = useTranslation()
  return (
    <a href={`#${targetId}`} onClick={event => focusTarget(event, targetId)} className={css.skip}>
      {label ?? t('common.skipToContent')}
    </a>
  )
}
