import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'

interface EmptyShelfProps {
  /** What was searched for; without it the store has nothing at all. */
  query: string | undefined
  onClear: () => void
}

/** Where the goods would be: why there are none, and the one way on. */
export function EmptyShelf({ query, onClear }: EmptyShelfProps) {
  const { t } = useTranslation()
  if (query === undefined) {
    const scan = (
      <SecondaryButton fullWidth component={Link} to={PATHS.basket}>
        {t('home.startShopping')}
      </SecondaryButton>
    )
    const drawing = <EmptyDrawing of="shelf" />
    return <EmptyState title={t('home.shelfEmpty')} text={t('home.shelfEmptyText')} drawing={drawing} action={scan} />
  }
  const clear = (
    <SecondaryButton fullWidth onClick={onClear}>
      {t('home.searchClear')}
    </SecondaryButton>
  )
  return (
    <EmptyState
      title={t('home.searchEmpty', { query })}
      text={t('home.searchEmptyText')}
      drawing={<EmptyDrawing of="search" />}
      action={clear}
    />
  )
}
