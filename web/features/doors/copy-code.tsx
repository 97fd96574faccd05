import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnounce } from '#web/ui/live-region.tsx'
import { SecondaryButton } from '#web/ui/secondary-button.tsx'

/** Puts a text on the clipboard; not there where a browser has none. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const [isCopied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(t('door.copied'))
    } catch {
      // The browser does not let us: the digits can still be read.
    }
  }
  return (
    <SecondaryButton fullWidth onClick={() => void copy()}>
      {isCopied ? t('door.copied') : label}
    </SecondaryButton>
  )
}
