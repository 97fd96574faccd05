import Link from '@mui/material/Link'
import type { MouseEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

/** Moves only the focus: a fragment in the address would be an entry in the browser's list that the router can't count. */
function skip(event: MouseEvent<HTMLAnchorElement>, targetId: string): void {
  event.preventDefault()
  document.getElementById(targetId)?.focus()
}

/** The first stop of the Tab key, which skips the top bar. Hidden until it has the focus. */
export function SkipLink({ targetId }: { targetId: string }) {
  const { t } = useTranslation()
  return (
    <Link
      href={`#${targetId}`}
      onClick={event => skip(event, targetId)}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1.25,
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      }}
    >
      {t('common.skipToContent')}
    </Link>
  )
}
