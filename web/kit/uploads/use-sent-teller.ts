import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { percentText } from '#domain/format/percent-text.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'

/** A file that takes long is spoken of so often, to whoever does not see it. */
const PAUSE_MS = 5000

/** Only what is whole is 100 %. */
export const percentOf = (share: number): string => percentText(Math.floor(share * 100))

/** What is told how much of a file has gone out: shows it each time, and says it now and then. */
export function useSentTeller() {
  const { t } = useTranslation()
  const announce = useAnnounce()
  return (name: string, show: (share: number) => void) => {
    let saidAtMs = performance.now()
    return (share: number) => {
      show(share)
      if (share === 1 || performance.now() - saidAtMs < PAUSE_MS) return
      saidAtMs = performance.now()
      announce(t('uploads.sent', { name, percent: percentOf(share) }))
    }
  }
}
