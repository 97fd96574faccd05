import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { StoreSwitchQuestion, useStoreSwitch } from '#web/shop/orders/store-switch/store-switch-question.tsx'
import { useDistances, useStores } from '#web/shop/stores/stores/queries.ts'
import { onlyStoreNear, sortStores, StoreList } from '#web/shop/stores/stores/store-list.tsx'
import { type PositionFault, usePosition } from '#web/shop/stores/stores/use-position.ts'
import css from './home.module.css'
import { StoresSkeleton } from './stores-skeleton.tsx'

type PositionNoteProps = {
  fault: PositionFault | 'distancesFailed' | undefined
  isAsking: boolean
  retry: () => void
}

/** The error that prevents sorting by distance, with a retry. The list works without it. */
function PositionNote({ fault, isAsking, retry }: PositionNoteProps) {
  const { t } = useTranslation()
  if (fault === undefined) return null
  return (
    <Panel tone="danger">
      <Text role="alert">{t(`home.${fault}`)}</Text>
      {fault !== 'locationUnsupported' && (
        <div className={css.positionButton}>
          <SecondaryButton shape="quiet" onClick={retry} loading={isAsking}>
            {t(fault === 'distancesFailed' ? 'common.retry' : 'home.locationUse')}
          </SecondaryButton>
        </div>
      )}
    </Panel>
  )
}

/** All stores, nearest first once the phone's position is known. The only store of a shop is chosen without a question. */
export function StorePicker({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data: stores, error, refetch } = useStores()
  const [only, ...others] = stores ?? []
  const isFirst = only !== undefined && others.length === 0 && user?.activeStoreId == null
  const { position, ...asking } = usePosition({ isNeeded: others.length > 0 })
  const { metres: distances, ...measuring } = useDistances(position)
  const { choose, isBusy, ...question } = useStoreSwitch(onChosen)
  const chooseOnly = useEffectEvent(() => only && choose(only))
  useEffect(() => {
    if (isFirst) chooseOnly()
  }, [isFirst])
  if (!stores && error) {
    return <LoadFailure title={t('home.storesFailed')} error={error} onRetry={() => void refetch()} />
  }
  if (!stores || (isFirst && isBusy)) return <StoresSkeleton />
  if (stores.length === 0) return <EmptyState title={t('home.noStores')} drawing={<EmptyDrawing subject="door" />} />
  const lastUsedId = user?.activeStoreId ?? undefined
  const near = onlyStoreNear(stores, distances)
  return (
    <div className={css.picker}>
      <Text soft>{t('home.chooseStoreText')}</Text>
      <StoreList
        stores={sortStores(stores, { distances, lastUsedId })}
        distances={distances}
        nearId={near?.id}
        activeId={lastUsedId}
        onChoose={choose}
        disabled={isBusy}
      />
      {/* Below the list, which is what the shopper came for. */}
      <PositionNote {...asking} />
      {measuring.hasFailed && <PositionNote {...measuring} fault="distancesFailed" />}
      <StoreSwitchQuestion {...question} isBusy={isBusy} />
    </div>
  )
}
