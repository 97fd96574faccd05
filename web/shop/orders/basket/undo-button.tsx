import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'

/** Undoes the last action on a product. */
export function UndoButton({ product, onUndo }: { product: string; onUndo: () => void }) {
  const { t } = useTranslation()
  return (
    <SecondaryButton look="quiet" small aria-label={t('basket.undoFor', { product })} onClick={onUndo}>
      {t('common.undo')}
    </SecondaryButton>
  )
}
