import { useQuery } from '@tanstack/react-query'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { completedPath } from '#web/kit/paths.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { unresolvedOrdersQuery } from './queries.ts'
import { type UnresolvedOrder, useTellResolved } from './use-tell-resolved.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'

const ASK_AGAIN_MS = 10_000
const NONE: readonly UnresolvedOrder[] = []

/** A warning for each order that must not be paid again, since its outcome is unknown. */
export function UnresolvedOrders() {
  const { t } = useTranslation()
  const { data = NONE } = useQuery({
    ...unresolvedOrdersQuery,
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? ASK_AGAIN_MS : false),
  })
  useTellResolved(data)
  return data.map(({ id, total_amount }) => (
    <Panel key={id} tone="danger" component="section" aria-labelledby={`unresolved-${id}`}>
      <Typography variant="h2" id={`unresolved-${id}`}>
        {t('home.unresolvedTitle', { id })}
      </Typography>
      <Typography sx={{ mt: 0.5 }}>{t('home.unresolvedText', { amount: eurosText(total_amount) })}</Typography>
      <SecondaryButton look="quiet" component={Link} to={completedPath(id)}>
        {t('completed.showState')}
      </SecondaryButton>
    </Panel>
  ))
}
