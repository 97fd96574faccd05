import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { type ChecklistStep, GO_LIVE_STEPS } from '#contract/administration/dashboard.ts'
import { OpenForTests } from '#web/back-office/administration/dashboard/checklist.tsx'
import { guidePath } from '#web/back-office/kit/guide/guide-pages.ts'
import { loneLink, StepMark } from '#web/back-office/kit/setup/setup-form.tsx'
import { isViewDone } from '#web/back-office/kit/setup/setup-views.ts'
import { SmsSender } from '#web/back-office/messaging/sms/sms-health.tsx'
import { PaymentWays } from '#web/back-office/stores/setup/payment-ways.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'

type GoLive = (typeof GO_LIVE_STEPS)[number]

const HEALTH_PATH = `${PATHS.settings}/health`
/** The others have a part of their own. */
type ListedStep = Exclude<GoLive, 'terminal'>

const STEP_PATHS: Record<Exclude<ListedStep, 'smsSender'>, string> = {
  email: HEALTH_PATH,
  sms: HEALTH_PATH,
  backup: HEALTH_PATH,
  labels: `${PATHS.products}?labels=all`,
  passkey: PATHS.passkeys,
}

/** The steps of the server's operator. */
const OF_OPERATOR: readonly GoLive[] = ['email', 'sms', 'backup']

type GoLiveItems = { step: ListedStep; done: boolean }[]

/** What must be in order before shoppers come. */
export function GoLiveStep({ steps }: { steps: readonly ChecklistStep[] }) {
  const { t } = useTranslation()
  const { data: stores } = useStores()
  const items = steps.flatMap(({ step: name, done }): GoLiveItems => {
    const step = GO_LIVE_STEPS.find(each => each === name)
    return step && step !== 'terminal' ? [{ step, done }] : []
  })
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {isViewDone(steps, 'sale') && <Typography sx={{ fontWeight: 650 }}>{t('setup.joy')}</Typography>}
      <Typography color="textSecondary">{t('setup.goLiveLead')}</Typography>
      <OpenForTests stores={stores?.filter(each => each.test_payment) ?? []} />
      <PaymentWays isDone={steps.some(({ step, done }) => step === 'terminal' && done)} />
      <GoLiveList items={items.filter(({ step }) => !OF_OPERATOR.includes(step))} />
      <OperatorSteps items={items.filter(({ step }) => OF_OPERATOR.includes(step))} />
      <MuiLink component={Link} to={guidePath('getting-started', 'before-you-open')} sx={loneLink}>
        {t('setup.guide')}
      </MuiLink>
    </Box>
  )
}

function GoLiveList({ items, labelId }: { items: GoLiveItems; labelId?: string }) {
  return (
    <Box component="ul" aria-labelledby={labelId} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {items.map(({ step, done }) => (
        <GoLiveItem key={step} step={step} isDone={done} />
      ))}
    </Box>
  )
}

/** The steps on the server. The operator is often another person, so that the list can be sent by email. */
function OperatorSteps({ items }: { items: GoLiveItems }) {
  const { t } = useTranslation()
  const id = useId()
  const open = items.filter(({ done }) => !done)
  const body = t('setup.operatorMail', {
    url: location.origin,
    steps: open.map(({ step }) => `- ${t(`setup.goLiveHelp.${step}`)}`).join('\n'),
  })
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h3" id={id}>
        {t('setup.operatorTitle')}
      </Typography>
      <GoLiveList items={items} labelId={id} />
      {open.length > 0 && (
        <MuiLink href={`mailto:?${mailQuery({ subject: t('setup.operatorSubject'), body })}`} sx={loneLink}>
          {t('setup.emailOperator')}
        </MuiLink>
      )}
    </Box>
  )
}

/** As mailto addresses have it (RFC 6068): spaces are not plus signs, and lines end with CRLF. */
const mailQuery = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, text]) => `${name}=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`)
    .join('&')

function GoLiveItem({ step, isDone }: { step: ListedStep; isDone: boolean }) {
  const { t } = useTranslation()
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
        <Button size="small" variant="outlined" component={Link} to={STEP_PATHS[step]}>
          {t(`setup.goLiveActions.${step}`)}
        </Button>
      )}
    </Box>
  )
}
