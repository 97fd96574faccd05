import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { adminHome, SETUP_STEPS } from '#contract/administration/dashboard.ts'
import { ProductsStep } from '#web/back-office/catalogue/setup/products-step.tsx'
import { setupPath, StepMark, markText, type StepProps } from '#web/back-office/kit/setup/setup-form.tsx'
import { isViewDone, SETUP_VIEWS, type SetupView, type SetupSteps } from '#web/back-office/kit/setup/setup-views.ts'
import { SaleStep } from '#web/back-office/orders/setup/sale-step.tsx'
import { StoreStep } from '#web/back-office/stores/setup/store-step.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { GoLiveStep } from './go-live-step.tsx'
import { CompanyStep, TermsStep } from './seller-steps.tsx'

const STEP_COMPONENTS: Record<Exclude<SetupView, 'goLive'>, ComponentType<StepProps>> = {
  company: CompanyStep,
  terms: TermsStep,
  store: StoreStep,
  products: ProductsStep,
  sale: SaleStep,
}

/** The step that the address names, or the first one that is not done. */
function useView(steps: SetupSteps | undefined): SetupView {
  const [params] = useSearchParams()
  const requestedView = SETUP_VIEWS.find(view => view === params.get('step'))
  return requestedView ?? SETUP_STEPS.find(view => steps && !isViewDone(steps, view)) ?? 'goLive'
}

/** From an empty shop to the first paid order and to the opening, one step after another. */
export function SetupPage() {
  const { t } = useTranslation()
  const { data: steps } = useQuery(queryFor(adminHome.checklist))
  const view = useView(steps)
  if (!steps) return <RecordLoading />
  const Step = view === 'goLive' ? undefined : STEP_COMPONENTS[view]
  return (
    <Page title={t('adminHome.checklist')} lead={t('setup.lead')} width="wide">
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '240px minmax(0, 760px)' },
        }}
      >
        <StepNav steps={steps} view={view} />
        <Panel component="section" aria-labelledby="setup-step">
          <Typography variant="body2" color="textSecondary">
            {t('setup.stepOf', { step: SETUP_VIEWS.indexOf(view) + 1, all: SETUP_VIEWS.length })}
          </Typography>
          <Typography variant="h2" id="setup-step" sx={{ mb: 1 }}>
            {t(`setup.steps.${view}`)}
          </Typography>
          {Step ? <Step key={view} isDone={isViewDone(steps, view)} /> : <GoLiveStep steps={steps} />}
        </Panel>
      </Box>
    </Page>
  )
}

const navLink = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 44,
  px: 1,
  borderRadius: 1,
  color: 'text.primary',
  textDecoration: 'none',
  '&[aria-current]': { bgcolor: 'surface.lit', fontWeight: 650 },
} as const

function StepNav({ steps, view }: { steps: SetupSteps; view: SetupView }) {
  const { t } = useTranslation()
  return (
    <Box component="nav" aria-label={t('setup.nav')}>
      <Box
        component="ol"
        sx={{ m: 0, p: 0, listStyle: 'none', display: { xs: 'flex', md: 'grid' }, flexWrap: 'wrap', gap: 0.5 }}
      >
        {SETUP_VIEWS.map(each => (
          <li key={each}>
            <Box
              component={Link}
              to={setupPath(each)}
              aria-label={`${markText(isViewDone(steps, each), t)}: ${t(`setup.steps.${each}`)}`}
              aria-current={each === view ? 'step' : undefined}
              sx={navLink}
            >
              <StepMark isDone={isViewDone(steps, each)} />
              {/* On a phone the marks are enough to see. */}
              <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
                {t(`setup.steps.${each}`)}
              </Box>
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  )
}
