import type { Store } from '#contract/stores/stores.ts'
import { useRenewedNow } from '#web/kit/api/use-renewed-now.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { OpeningPill, openingStatus } from './opening-pill.tsx'
import css from './stores.module.css'

/** Warns before scanning and paying in a closed store. It blocks nothing: the shopper may already have the goods. */
export function ClosedNote({ store }: { store: Store | undefined }) {
  const { t } = useTranslation()
  const now = useRenewedNow()
  if (!store || openingStatus(store, now).isOpen) return null
  return (
    <Panel tone="attention" component="section" aria-label={t('home.closedTitle')}>
      <div className={css.closedNote}>
        <Text as="p" variant="h3">
          {t('home.closedTitle')}
        </Text>
        <OpeningPill store={store} />
      </div>
      <Text variant="body2" className={css.closedText}>
        {t('home.closedText', { store: store.name })}
      </Text>
    </Panel>
  )
}
