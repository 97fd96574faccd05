import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { adminHome, type AdminHome, type ChecklistStep } from '#contract/administration/dashboard.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { reloaded } from '#web/kit/api/touched-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { sideList } from './side-section.tsx'

const WAYS: Record<ChecklistStep['step'], string> = {
  store: PATHS.stores,
  products: PATHS.products,
  terminal: PATHS.stores,
  labels: PATHS.products,
  operator: PATHS.settings,
}

function usePutAway() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const showFailure = useFailureNotice()
  const { mutate, isPending } = useMutation({
    mutationFn: (away: boolean) => callApi(adminHome.putAwayChecklist, { body: { away } }),
    onSuccess: async (_answer, away) => {
      await reloaded()
      if (!away) return
      const action = { label: t('common.undo'), onAct: () => mutate(false) }
      notify({ id: 'checklist', severity: 'info', text: t('adminHome.putAwayDone'), action })
    },
    onError: error => {
      showFailure(error)
    },
  })
  return { putAway: () => mutate(true), isPending }
}

function Step({ step, done }: ChecklistStep) {
  const { t } = useTranslation()
  const mark = {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: 28,
    height: 28,
    borderRadius: '50%',
    border: 2,
    borderColor: done ? 'success.main' : 'line.input',
    color: 'success.main',
  }
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, py: 0.75, minHeight: 56 }}
    >
      <Box component="span" role="img" aria-label={t(done ? 'adminHome.stepDone' : 'adminHome.stepOpen')} sx={mark}>
        {done && <CheckIcon size={18} />}
      </Box>
      <Box component="span" sx={{ flex: '1 1 180px', color: done ? 'text.secondary' : undefined }}>
        {t(`adminHome.steps.${step}`)}
      </Box>
      {!done && (
        <Button size="small" variant="outlined" component={Link} to={WAYS[step]}>
          {t(`adminHome.stepActions.${step}`)}
        </Button>
      )}
    </Box>
  )
}

/** What a new shop has to do before it sells, with a link to each step. */
export function Checklist({ steps }: { steps: AdminHome['checklist'] }) {
  const { t } = useTranslation()
  const id = useId()
  const { putAway, isPending } = usePutAway()
  const done = steps.filter(step => step.done).length
  return (
    <Panel component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography variant="h2" id={id}>
          {t('adminHome.checklist')}
        </Typography>
        <Typography component="span" color="textSecondary">
          {t('adminHome.checklistLead', { done, all: steps.length })}
        </Typography>
      </Box>
      <Box component="ul" sx={{ ...sideList, my: 1 }}>
        {steps.map(step => (
          <Step key={step.step} {...step} />
        ))}
      </Box>
      <SecondaryButton look="quiet" small onClick={putAway} disabled={isPending}>
        {t('adminHome.putAway')}
      </SecondaryButton>
    </Panel>
  )
}
