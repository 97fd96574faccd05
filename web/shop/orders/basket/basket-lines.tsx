import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { BasketRow } from './basket-row.tsx'
import { UndoButton } from './undo-button.tsx'
import { UndoStrip } from './undo-strip.tsx'
import type { BasketActions } from './use-basket-actions.ts'
import type { ShopLine } from './use-basket.ts'
import { useRowActions } from './use-row-actions.ts'
import { byFinnishName } from '#domain/finnish-order.ts'
import type { Offered } from './undo-list.ts'

type Removed = Extract<Offered, { productId: number }>

/** A row of the list: a line, or the place of one that was just removed. */
type ListRow = { line: ShopLine } | { removed: Removed }

const namedBy = (row: ListRow) => ('line' in row ? row.line.product : row.removed)

/** The lines by name, with removed ones at their former places. */
function listRows(lines: readonly ShopLine[], removed: readonly Offered[]): ListRow[] {
  const gone = removed.flatMap(offered => (offered.kind === 'cleared' ? [] : [{ removed: offered }]))
  return [...lines.map(line => ({ line })), ...gone].toSorted((a, b) => byFinnishName(namedBy(a), namedBy(b)))
}

interface BasketLinesProps {
  lines: readonly ShopLine[]
  actions: BasketActions
}

/** The basket's lines, by name. */
export function BasketLines({ lines, actions }: BasketLinesProps) {
  const { t } = useTranslation()
  const { lastAdded, undo } = actions
  const rowActions = useRowActions(actions)
  const [isClearing, setClearing] = useState(false)
  const clear = () => {
    setClearing(false)
    actions.clear()
  }
  return (
    <>
      <Box component="ul" aria-label={t('basket.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {listRows(lines, undo.removed).map(row =>
          'line' in row ? (
            <BasketRow
              key={row.line.product.id}
              line={row.line}
              actions={rowActions}
              offered={undo.lastAdded(row.line.product.id)}
              lastTurn={row.line.product.id === lastAdded.productId ? lastAdded.turn : undefined}
            />
          ) : (
            <UndoStrip
              key={`removed ${row.removed.id}`}
              component="li"
              text={t('basket.removed', { product: row.removed.name })}
              action={<UndoButton product={row.removed.name} onUndo={() => undo.undo(row.removed)} />}
            />
          ),
        )}
      </Box>
      {/* Room for a toast: the page scrolls far enough to keep the button clear of it. */}
      {lines.length > 0 && (
        <Box sx={{ px: 2, pt: 1, pb: 12, display: 'flex', justifyContent: 'center' }}>
          <SecondaryButton look="quiet" small onClick={() => setClearing(true)}>
            {t('basket.clear')}
          </SecondaryButton>
        </Box>
      )}
      <ConfirmDialog
        open={isClearing}
        title={t('basket.clearTitle')}
        text={t('basket.clearText')}
        confirmText={t('basket.clear')}
        cancelText={t('common.cancel')}
        onConfirm={clear}
        onCancel={() => setClearing(false)}
        danger
      />
    </>
  )
}
