import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { useId, useState } from 'react'
import { people, type Person } from '#contract/accounts/people.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { lacksStores, RightsFields, toRightInputs, toRightsValue } from './rights-fields.tsx'

type PersonDialogProps = { person: Person; onClose: () => void }

/** The changes of a person, one dialog after another. */
export function PersonDialogs({ person, onClose }: PersonDialogProps) {
  const [step, setStep] = useState<'rights' | 'end' | 'logOut'>('rights')
  if (step === 'end') return <EndRightsDialog person={person} onClose={onClose} />
  if (step === 'logOut') return <LogOutDialog person={person} onClose={onClose} />
  return <RightsDialog person={person} onClose={onClose} onStep={setStep} />
}

const MAX_REASON_LENGTH = 500

/** Saves a person's rights; the dialog closes, also when someone else has changed them since. */
function useChangeRights({ person, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('rights')
  const { id, email, rights: former } = person
  const change = (rights: ReturnType<typeof toRightInputs>, reason = '') =>
    act(async () => {
      const body = { from: toRightInputs(toRightsValue(former)), rights, ...(reason && { reason }) }
      await callApi(people.changeRights, { params: { id }, body })
      return t(rights.length === 0 ? 'people.ended' : 'people.changed', { email })
    }).finally(onClose)
  return { isBusy, change }
}

function RightsDialog({ person, onClose, onStep }: PersonDialogProps & { onStep: (step: 'end' | 'logOut') => void }) {
  const { t } = useTranslation()
  const id = useId()
  const me = useUser()
  const [value, setValue] = useState(() => toRightsValue(person.rights))
  const [reason, setReason] = useState('')
  const [showFault, setShowFault] = useState(false)
  const { isBusy, change } = useChangeRights({ person, onClose })
  const isTooLong = reason.trim().length > MAX_REASON_LENGTH
  const save = () => {
    setShowFault(true)
    if (!lacksStores(value) && !isTooLong) void change(toRightInputs(value), reason.trim())
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} fullWidth fullScreen="below-sm">
      <DialogTitle id={`${id}-title`} style={{ overflowWrap: 'anywhere' }}>
        {t('people.rightsTitle', { email: person.email })}
      </DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2 }}>
          {person.is_admin && <Text soft>{t('people.adminHint')}</Text>}
          <RightsFields value={value} onChange={setValue} showFault={showFault} />
          <TextArea
            label={t('users.reason')}
            rows={1}
            name="reason"
            value={reason}
            onChange={setReason}
            hint={t('users.reasonHint')}
            error={isTooLong ? t('form.maxLength', { count: MAX_REASON_LENGTH }) : undefined}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {person.rights.length > 0 && (
              <Button variant="outlined" color="error" onClick={() => onStep('end')}>
                {t('people.end')}
              </Button>
            )}
            {person.sessions > 0 && person.id !== me.id && (
              <Button variant="outlined" color="error" onClick={() => onStep('logOut')}>
                {t('people.logOut')}
              </Button>
            )}
          </Box>
          <MuiLink
            component={Link}
            to={`${PATHS.users}/${person.id}/edit`}
            sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, justifySelf: 'start' }}
          >
            {t('people.openUser')}
          </MuiLink>
        </Box>
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('common.cancel')}</ActionButton>
        <ActionButton variant="contained" loading={isBusy} onClick={save}>
          {t('forms.save')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

function EndRightsDialog({ person, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const { isBusy, change } = useChangeRights({ person, onClose })
  return (
    <ConfirmDialog
      open
      title={t('people.endTitle', { email: person.email })}
      text={t('people.endText')}
      confirmText={t('people.end')}
      cancelText={t('common.cancel')}
      danger
      busy={isBusy}
      onConfirm={() => void change([])}
      onCancel={onClose}
    />
  )
}

function LogOutDialog({ person: { id, email }, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('rights')
  const logOut = () =>
    act(async () => {
      await callApi(people.endSessions, { params: { id } })
      return t('people.loggedOut', { email })
    }).finally(onClose)
  return (
    <ConfirmDialog
      open
      title={t('people.logOutTitle', { email })}
      text={t('people.logOutText')}
      confirmText={t('people.logOut')}
      cancelText={t('common.cancel')}
      danger
      busy={isBusy}
      onConfirm={() => void logOut()}
      onCancel={onClose}
    />
  )
}
