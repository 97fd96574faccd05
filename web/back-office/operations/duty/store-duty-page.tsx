import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { type Duty, duties } from '#contract/operations/duty.ts'
import { CALL_CHANNELS } from '#domain/operations/duty/call-plan.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor, queryKey } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import {
  type DutyValues,
  findDutyProblems,
  CALL_STEPS,
  SWITCHED_CAUSES,
  toFormValues,
  toInput,
} from './duty-form-values.ts'

const toFormState = (saved: Duty) => ({ values: toFormValues(saved), revision: saved.revision })

function useDutyForm(saved: Duty) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { contact_choices: people, store } = saved
  const params = { id: store.id }
  const values = useMemo(() => toFormValues(saved), [saved])
  const texts = {
    minutes: t('forms.wholeNumber', { min: 5, max: 240 }),
    time: t('duty.noTime'),
    channel: t('duty.noChannel'),
  }
  return useRecordForm<DutyValues, Duty>({
    values,
    revision: saved.revision,
    check: typed => findDutyProblems(typed, people, texts),
    save: (typed, revision = saved.revision) =>
      callApi(duties.save, { params, body: { revision, ...toInput(typed, people) } }),
    read: toFormState,
    onSaved: newest => cache.setQueryData(queryKey(duties.get, { params }), newest),
  })
}

type DutyForm = ReturnType<typeof useDutyForm>

const textField = (form: DutyForm, name: string) => {
  const { value, onChange, ...field } = form.field(name)
  return { ...field, value: String(value ?? ''), onChange: (typed: string) => onChange(typed) }
}
const tickProps = (form: DutyForm, name: string) => ({
  name,
  checked: form.values[name] === true,
  onChange: (isOn: boolean) => form.set(name, isOn),
})

/** Whether and when a person is called, by which channels and in which hours. */
function PersonFields({ form, person }: { form: DutyForm; person: Duty['contact_choices'][number] }) {
  const { t } = useTranslation()
  const { id, email } = person
  const isCalled = form.values[`step.${id}`] !== 'none'
  const canUse = { push: person.has_push, email: true, sms: person.has_phone }
  const hint = { push: t('duty.needsPush'), email: undefined, sms: t('duty.needsPhone') }
  return (
    <Box
      component="fieldset"
      sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 1.5, gridColumn: '1 / -1' }}
    >
      <Typography component="legend" sx={{ p: 0, mb: 1, fontWeight: 650, overflowWrap: 'anywhere' }}>
        {email}
      </Typography>
      <SelectInput
        label={t('duty.step')}
        options={CALL_STEPS.map(step => ({ value: step, label: t(`duty.steps.${step}`) }))}
        {...textField(form, `step.${id}`)}
      />
      {isCalled && (
        <>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 1 }}>
            {CALL_CHANNELS.map(channel => (
              <CheckInput
                key={channel}
                label={t(`duty.channels.${channel}`)}
                disabled={!canUse[channel] && form.values[`${channel}.${id}`] !== true}
                {...(!canUse[channel] && hint[channel] !== undefined && { hint: hint[channel] })}
                {...tickProps(form, `${channel}.${id}`)}
              />
            ))}
          </Box>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 200px))', gap: 1 }}>
            <TextInput label={t('duty.from')} autoComplete="off" {...textField(form, `from.${id}`)} />
            <TextInput label={t('duty.until')} autoComplete="off" {...textField(form, `until.${id}`)} />
          </Box>
        </>
      )}
    </Box>
  )
}

function RuleFields({ form }: { form: DutyForm }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('duty.rules')} lead={t('duty.rulesLead')}>
      <TextInput
        label={t('duty.escalate')}
        inputMode="numeric"
        required
        autoComplete="off"
        {...textField(form, 'escalate')}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 }}>
        <TextInput label={t('duty.quietFrom')} autoComplete="off" {...textField(form, 'quiet.from')} />
        <TextInput label={t('duty.quietUntil')} autoComplete="off" {...textField(form, 'quiet.until')} />
      </Box>
    </FormSection>
  )
}

function CauseFields({ form }: { form: DutyForm }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('duty.causesTitle')} lead={t('duty.causesLead')}>
      {SWITCHED_CAUSES.map(cause => (
        <CheckInput key={cause} label={t(`duty.causes.${cause}`)} {...tickProps(form, `cause.${cause}`)} />
      ))}
    </FormSection>
  )
}

/** Makes a test call with what is saved. */
function TestCall({ form, storeId }: { form: DutyForm; storeId: number }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('test-call')
  const makeCall = () =>
    act(async () => {
      const { calls } = await callApi(duties.testCall, { params: { id: storeId } })
      return t('duty.testMade', { count: calls })
    })
  return (
    <Panel>
      <Typography sx={{ mb: 1 }}>{t('duty.testLead')}</Typography>
      <ActionButton variant="outlined" loading={isBusy} disabled={form.isDirty} onClick={() => void makeCall()}>
        {t('duty.test')}
      </ActionButton>
    </Panel>
  )
}

function StoreDutyForm({ saved }: { saved: Duty }) {
  const { t } = useTranslation()
  const form = useDutyForm(saved)
  const { store, contact_choices: people, revision } = saved
  const getLabel = (field: string) => {
    const [part = '', subject] = field.split('.')
    const person = people.find(({ id }) => String(id) === subject)
    if (person)
      return `${person.email}: ${t(part === 'from' ? 'duty.from' : part === 'until' ? 'duty.until' : 'duty.step')}`
    const cause = SWITCHED_CAUSES.find(name => name === subject)
    if (cause) return t(`duty.causes.${cause}`)
    return t(field === 'escalate' ? 'duty.escalate' : field === 'quiet.from' ? 'duty.quietFrom' : 'duty.quietUntil')
  }
  return (
    <RecordFormFrame
      title={t('duty.storeTitle', { store: store.name })}
      form={form}
      getLabel={getLabel}
      record={{ kind: 'duty', id: store.id }}
      side={<RecordAuditLog kind="duty" id={store.id} revision={revision} />}
    >
      <FormSection title={t('duty.contacts')} lead={t('duty.contactsLead')}>
        {people.map(person => (
          <PersonFields key={person.id} form={form} person={person} />
        ))}
        <WideField>
          <TestCall form={form} storeId={store.id} />
        </WideField>
      </FormSection>
      <RuleFields form={form} />
      <CauseFields form={form} />
    </RecordFormFrame>
  )
}

/** Who is called when something is wrong in a store. */
export function StoreDutyPage() {
  const { id } = useParams()
  const { data } = useQuery(queryFor(duties.get, { params: { id: Number(id) } }))
  return data ? <StoreDutyForm saved={data} /> : <RecordLoading />
}
