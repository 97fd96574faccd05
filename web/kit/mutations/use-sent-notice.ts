import { percentText } from '#domain/format/percent-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'

/** How often the progress of a long upload is announced to screen readers. */
const PAUSE_MS = 5000

/** Rounded down: only a complete upload is 100 %. */
export const formatShare = (share: number): string => percentText(Math.floor(share * 100))

/** Returns a progress handler per file: it shows every share, and announces one now and then. */
export function useSentNotice() {
  const { t } = useTranslation()
  const announce = useAnnounce()
  return (name: string, onShare: (share: number) => void) => {
    let announcedAtMs = performance.now()
    return (share: number) => {
      onShare(share)
      if (share === 1 || performance.now() - announcedAtMs < PAUSE_MS) return
      announcedAtMs = performance.now()
      announce(t('uploads.sent', { name, percent: formatShare(share) }))
    }
  }
}
