import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ChecklistStep, GO_LIVE_STEPS } from '#contract/administration/dashboard.ts'
import { OpenForTests } from '#web/back-office/administration/dashboard/checklist.tsx'
import { SmsSender } from '#web/back-office/administration/settings/sms-health.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { guidePath, PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { loneLink, StepMark } from './setup-form.tsx'
import { useFirstStore } from './store-step.tsx'

type GoLive = (typeof GO_LIVE_STEPS)[number]

const HEALTH = `${PATHS.settings}/health`
const WAYS: Record<Exclude<GoLive, 'terminal' | 'smsSender'>, string> = {
  email: HEALTH,
  sms: HEALTH,
  backup: HEALTH,
  labels: `${PATHS.products}?labels=all`,
  passkey: PATHS.passkeys,
}

/** What must be in order before shoppers come. */
export function GoLiveStep({ steps }: { steps: readonly ChecklistStep[] }) {
  const { t } = useTranslation()
  const { data: stores } = useStores()
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography color="textSecondary">{t('setup.goLiveLead')}</Typography>
      <OpenForTests stores={stores?.filter(each => each.test_payment) ?? []} />
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.flatMap(({ step, done }) => {
          const known = GO_LIVE_STEPS.find(name => name === step)
          return known ? [<GoLiveItem key={known} step={known} isDone={done} />] : []
        })}
      </Box>
      <MuiLink component={Link} to={guidePath('getting-started', 'before-you-open')} sx={loneLink}>
        {t('setup.guide')}
      </MuiLink>
    </Box>
  )
}

function GoLiveItem({ step, isDone }: { step: GoLive; isDone: boolean }) {
  const { t } = useTranslation()
  const store = useFirstStore()
  const toStore = store ? `${PATHS.stores}/${store.id}/edit` : PATHS.stores
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <StepMark isDone={isDone} />
      <Box sx={{ flex: '1 1 240px' }}>
        <Box sx={{ color: isDone ? 'text.secondary' : undefined }}>{t(`adminHome.steps.${step}`)}</Box>
        {!isDone && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`setup.goLiveHelp.${step}`)}</Box>}
        {step === 'smsSender' && <SmsSender isDone={isDone} />}
      </Box>
      {!isDone && step !== 'smsSender' && (
        <Button size="small" variant="outlined" component={Link} to={step === 'terminal' ? toStore : WAYS[step]}>
          {t(`setup.goLiveActions.${step}`)}
        </Button>
      )}
    </Box>
  )
}
