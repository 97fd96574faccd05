import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { type AdminHome, adminHome } from '#contract/administration/dashboard.ts'
import { isViewDone, SETUP_VIEWS } from '#web/back-office/kit/setup/setup-views.ts'
import { savePublished } from '#web/back-office/stores/admin-stores/queries.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton, PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

function useDismissal() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const { mutate, isPending } = useMutation({
    mutationFn: (isDismissed: boolean) => callApi(adminHome.dismissChecklist, { body: { is_dismissed: isDismissed } }),
    onSuccess: async (_answer, isDismissed) => {
      await awaitReload()
      if (!isDismissed) return
      const action = { label: t('common.undo'), onAct: () => mutate(false) }
      notify({ id: 'checklist', severity: 'info', text: t('adminHome.checklistHidden'), action })
    },
    onError: error => {
      notifyFailure(error)
    },
  })
  return { dismiss: () => mutate(true), isPending }
}

type NamedStore = { id: number; name: string }

/** Warns of each store that shoppers see and that only takes test payments: they pay nothing there. */
export const OpenForTests = ({ stores }: { stores: readonly NamedStore[] }) =>
  stores.map(store => <OpenForTest key={store.id} store={store} />)

function OpenForTest({ store: { id, name } }: { store: NamedStore }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('hide-store')
  const hide = () =>
    act(async () => {
      await savePublished(id, { published: false })
      await awaitReload()
      return t('setup.hidden', { store: name, field: t('storeForm.fields.published') })
    })
  return (
    <Panel tone="attention">
      <Typography sx={{ mb: 1 }}>{t('setup.openForTests', { store: name })}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
        <ActionButton variant="outlined" loading={isBusy} onClick={() => void hide()}>
          {t('setup.hideStore')}
        </ActionButton>
        <MuiLink
          component={Link}
          to={`${PATHS.stores}/${id}/edit#published`}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
        >
          {t('setup.toStore')}
        </MuiLink>
      </Box>
    </Panel>
  )
}

/** How far a new shop is, its next step, and the way there. */
export function Checklist({ steps }: { steps: AdminHome['checklist'] }) {
  const { t } = useTranslation()
  const id = useId()
  const { dismiss, isPending } = useDismissal()
  // As the set-up counts: its last step has several parts.
  const done = SETUP_VIEWS.filter(view => isViewDone(steps, view)).length
  const next = steps.find(step => !step.done)
  return (
    <Panel component="section" tone="fresh" aria-labelledby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography variant="h2" id={id}>
          {t('adminHome.checklist')}
        </Typography>
        <Typography component="span" color="textSecondary">
          {t('adminHome.checklistLead', { done, all: SETUP_VIEWS.length })}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mt: 1 }}>
        <Typography sx={{ flex: '1 1 220px' }}>
          {next && t('adminHome.nextStep', { step: t(`adminHome.steps.${next.step}`) })}
        </Typography>
        <SecondaryButton shape="quiet" small onClick={dismiss} disabled={isPending}>
          {t('adminHome.hideChecklist')}
        </SecondaryButton>
        <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 220px' } }}>
          <PrimaryButton component={Link} to={PATHS.setup}>
            {t(done === 0 ? 'adminHome.startSetup' : 'adminHome.goOnSetup')}
          </PrimaryButton>
        </Box>
      </Box>
    </Panel>
  )
}
