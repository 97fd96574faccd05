import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type Camera, isTrouble } from '#web/scanning/use-camera.ts'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'

/** Before the first product: what to do. Where the camera is in trouble, its window says that already. */
export function EmptyBasket({ camera, onManual }: { camera: Camera; onManual: () => void }) {
  const { t } = useTranslation()
  const drawing = <EmptyDrawing of="basket" />
  if (isTrouble(camera.phase)) return <EmptyState title={t('basket.empty')} drawing={drawing} />
  const type = (
    <SecondaryButton fullWidth onClick={onManual}>
      {t('scanner.typeCode')}
    </SecondaryButton>
  )
  return <EmptyState title={t('basket.empty')} drawing={drawing} text={t('basket.emptyText')} action={type} />
}
