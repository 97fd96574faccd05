import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Skeleton } from '#web/kit/ui/loading.tsx'
import css from './home.module.css'

const SKELETON_ROWS = [1, 2, 3]

/** The list's layout while the stores load. It isn't animated. */
export function StoresSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className={css.storesLoading}>
      {SKELETON_ROWS.map(row => (
        <Skeleton key={row} height={124} />
      ))}
    </div>
  )
}
