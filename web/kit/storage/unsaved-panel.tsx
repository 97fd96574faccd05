import { useSyncExternalStore } from 'react'
import { hasLooseWork, onLooseWork } from '#web/kit/api/browser-storage.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'

/** Shown while the user's work on a page can't be stored in this browser. */
export function UnsavedPanel() {
  const { t } = useTranslation()
  const isLoose = useSyncExternalStore(onLooseWork, hasLooseWork)
  if (!isLoose) return null
  return (
    <Panel tone="attention">
      <div role="alert">
        <Text variant="h3" as="p">
          {t('shell.notSaved')}
        </Text>
        <Text>{t('shell.notSavedText')}</Text>
      </div>
    </Panel>
  )
}
